"""What `sepset learn` left out, or doubts, and what to do about it, in the words of the command line."""

import pytest


@pytest.mark.parametrize("options", [["--auto-clean"], ["--missing", "testwise"]])
def test_what_is_left_out_is_told_in_the_words_of_the_command_line(cli, options):
    rows = (f'p{i:03d},2024-01-{1 + i % 28:02d},"{i % 7},5",{i % 2},{i // 2 % 2}\n' for i in range(200))
    cli.write("messy.csv", "id,when,the price,a,b\n" + "".join(rows))
    said = cli("learn", "messy.csv", *options)
    left_out = [line for line in said.splitlines() if "left out: column" in line]
    assert len(left_out) == 3
    assert "or pass --kinds id=discrete to use it as it is" in said
    assert "If they are categories, pass --kinds when=discrete" in said
    assert "read the file with --decimal , (or write a point instead)" in said
    assert "pass --kinds 'the price=discrete'" in said
    for line in left_out:
        assert "kinds=" not in line
        assert "decimal=" not in line
        assert "set to" not in line
    again = cli("learn", "messy.csv", *options, "--decimal", ",", "--kinds", "when=discrete")
    assert "left out: column 'when'" not in again
    assert "left out: column 'the price'" not in again


def test_other_tests_are_advised_in_the_words_of_the_command_line(cli):
    cli.write(
        "skew.csv", "x,y\n" + "".join(f"{2.0 ** (i % 19) + i / 7},{i % 11 + i / 9}\n" for i in range(300))
    )
    assert "compare with --test residual" in cli("learn", "skew.csv", "--test", "fisher_z")
