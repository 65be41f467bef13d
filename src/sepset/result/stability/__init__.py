"""What resampling says about a learner: shares of adjacencies and marks, saved and loaded."""
