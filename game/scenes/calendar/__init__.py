"""The calendar of the daily deals: every day up to today can be played."""
