"""Policies that are not shipped, in processes of their own: compiled ones with all of a task, others seat by seat."""
