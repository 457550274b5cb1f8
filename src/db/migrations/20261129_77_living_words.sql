-- Words that many deals have had and few living ones still have are looked for among the living alone.
create index members_words_living on members_words using gin (words)
  with (fastupdate = off) where words @@ '''l='''::tsquery;
