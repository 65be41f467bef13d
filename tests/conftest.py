"""What all tests share: how hypothesis draws its examples."""

from hypothesis import settings

# The same examples in every run, and no limit of time for one of them: a slow machine is not a wrong answer.
settings.register_profile("sepset", deadline=None, derandomize=True)
settings.load_profile("sepset")
