-- Inserts the events of new posts, which the Following feed lists, but none of replies. Reads only
-- its transition table.
CREATE OR REPLACE FUNCTION add_post_event() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO "FeedEvent" ("id", "kind", "actorId", "postId")
    SELECT "id", 'POST', "authorId", "id" FROM new_rows WHERE NOT "isReply";
  RETURN NULL;
END $$;
