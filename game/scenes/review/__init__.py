"""The review: a line of play weighed move by move, and two answers side by side."""
