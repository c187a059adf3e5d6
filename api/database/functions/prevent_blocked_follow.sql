-- Skips a follow while a block is between both users. Reads the blocks anew: a follow that waited
-- for the lock of a block would miss it in the snapshot of its own statement.
CREATE OR REPLACE FUNCTION prevent_blocked_follow() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM blocks_between(NEW."followerId", NEW."followeeId")) THEN
    RETURN NULL;
  END IF;
  RETURN NEW;
END $$;
