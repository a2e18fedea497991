"""The commands, by what a person does: every public function is one, `new_policy` is `analyzer new-policy`."""
