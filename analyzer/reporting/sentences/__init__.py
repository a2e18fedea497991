"""What a report says, by subject.

`say_…(results)` chooses what there is to say of a run; every other function writes one sentence from numbers, and is
public because each sentence is tested by itself: another result must give another sentence.
"""
