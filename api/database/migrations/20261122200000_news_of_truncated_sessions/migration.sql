-- All sessions at once, by themselves or with all accounts.
CREATE FUNCTION tell_of_everything() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('good_vibes', nextval('news_number') || ' database *');
  RETURN NULL;
END $$;
CREATE TRIGGER "Session_truncated" AFTER TRUNCATE ON "Session" FOR EACH STATEMENT EXECUTE FUNCTION tell_of_everything();
