"""Look-ahead around any policy, and games played again and again from one deal."""
