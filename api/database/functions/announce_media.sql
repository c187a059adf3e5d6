-- Announces the posts that show an upload which a statement changed. Served by Post_mediaId_idx.
CREATE OR REPLACE FUNCTION announce_media() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM announce_changes('post', ARRAY(
    SELECT p."id" FROM "Post" p JOIN new_rows n ON n."id" = p."mediaId"));
  RETURN NULL;
END $$;
