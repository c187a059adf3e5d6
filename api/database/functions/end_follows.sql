-- Deletes the follows between both users of each new block. Served by Follow_pkey.
CREATE OR REPLACE FUNCTION end_follows() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM "Follow" f USING new_rows n
    WHERE (f."followerId" = n."blockerId" AND f."followeeId" = n."blockedId")
      OR (f."followerId" = n."blockedId" AND f."followeeId" = n."blockerId");
  RETURN NULL;
END $$;
