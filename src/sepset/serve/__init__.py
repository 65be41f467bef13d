"""``sepset serve``: the report page beside its settings, live on this machine.

Data flow down this list; what is lower knows nothing of what is above it.

==============  ======================================================================================
`server`        a socket on loopback, the web server in a thread, the work in the main thread
`app`           the addresses, and what each of them answers
`guard`         who may ask: the right token, host and origin, and no one else
`page`          the page itself, from the files in the folder ``page``
`worker`        one piece of work at a time, which can be told to stop
`answers`       from what is asked to a result, and the files that it gives
`same_result`   the Python and the command line that give the same result
`columns`       how each column was read
`asked`         what a page asks for, checked once
`tables`        tables that were dropped on the page or named at the start
`shelf`         a few things kept by number, the oldest dropped first
`words`         what errors advise, in the words of the page
==============  ======================================================================================

Starlette and uvicorn are the extra ``serve`` and are imported in `app` and `server` only.
"""
