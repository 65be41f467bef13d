"""The section on effects in a real browser: choosing a cause and an effect shows what the library says."""

import sepset as sp
from sepset.effects.words import asked_line


def choose(page, which, name):
    page.driver.execute_script(
        "const s = document.getElementById(arguments[0]);"
        "s.value = [...s.options].find((o) => o.text === arguments[1]).value;"
        "s.dispatchEvent(new Event('change'));",
        which,
        name,
    )


def test_the_chosen_pair_is_answered(open_report, asia):
    page = open_report(asia)
    for cause, effect in (("smoke", "lung"), ("xray", "asia"), ("either", "dysp")):
        choose(page, "cause", cause)
        choose(page, "effect", effect)
        shown = page.one("#answer p").text
        assert shown == asked_line(cause, effect, asia.causes(cause, effect))
        sets = sp.adjustment_sets(asia, cause, effect)
        cells = [cell.text for cell in page.all("#answer tbody td:first-child")]
        assert cells == [str(one) for one in sets[:5]]


def test_the_same_variable_twice_is_no_question(open_report, asia):
    page = open_report(asia)
    choose(page, "cause", "smoke")
    choose(page, "effect", "smoke")
    assert page.one("#answer p").text == "Choose two different variables."
