"""What a run answers, chosen by what it varied: results in, sentences out."""
