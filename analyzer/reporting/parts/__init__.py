"""Parts of sections: what several sections share, and what would make one section too long."""
