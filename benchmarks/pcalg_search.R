# Time the search of pcalg's C++ core, called as pcalg::skeleton(method = "stable.fast") calls it:
#
#     Rscript pcalg_search.R FILE COLUMNS ROWS ALPHA K...
#
# FILE holds a correlation matrix as doubles. For each K a line of JSON is printed: CPU seconds of one search,
# and the pairs that stay adjacent by number, in the order 0-1, 0-2, ..., 1-2, ... Started by outside.py.

arguments <- commandArgs(trailingOnly = TRUE)
p <- as.integer(arguments[2])
statistics <- list(C = matrix(readBin(arguments[1], "double", p * p), p), n = as.integer(arguments[3]))
alpha <- as.numeric(arguments[4])

suppressMessages(library(pcalg))
core <- getFromNamespace("estimateSkeleton", "pcalg")
complete <- !diag(p)
fixed <- matrix(FALSE, p, p)

search <- function(k) {
  options <- list(verbose = 0L, m.max = k, NAdelete = TRUE, numCores = 1L)
  .Call(core, complete, statistics, "gauss", gaussCItest, alpha, fixed, options)
}

# The clock ticks in milliseconds, so short searches are timed many at once.
seconds_of <- function(k, calls) {
  start <- sum(proc.time()[1:2])
  for (call in seq_len(calls)) search(k)
  (sum(proc.time()[1:2]) - start) / calls
}

for (k in as.integer(arguments[-(1:4)])) {
  calls <- max(1, ceiling(0.1 / max(seconds_of(k, 1), 0.001)))
  batches <- if (calls > 1) 3 else 1
  seconds <- min(replicate(batches, seconds_of(k, calls)))
  adjacent <- t(search(k)$amat)
  pairs <- which(adjacent[lower.tri(adjacent)]) - 1L
  listed <- paste(sprintf("%d", pairs), collapse = ",")
  line <- '{"version": "%s", "k": %d, "seconds": %.9g, "edges": [%s]}\n'
  cat(sprintf(line, packageVersion("pcalg"), k, seconds, listed))
}
