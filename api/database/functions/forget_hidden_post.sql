-- Forgets which decisions hid a post that is visible again, so that none of them deletes it. Served
-- by HiddenPost_postId_idx.
CREATE OR REPLACE FUNCTION forget_hidden_post() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM "HiddenPost" WHERE "postId" = NEW."id";
  RETURN NULL;
END $$;
