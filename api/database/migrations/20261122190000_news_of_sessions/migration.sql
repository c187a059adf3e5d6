-- Processes know who has a session for a while. When one ends or changes, or its account is disabled, each is told, whoever did it and however:
-- all that is known of the account is looked up again. What expires by itself is not told. The texts are those of api/features/feed/news.ts.
CREATE FUNCTION tell_of_accounts(accounts uuid[]) RETURNS void LANGUAGE sql AS $$
  SELECT pg_notify('good_vibes', nextval('news_number') || ' database ' || n."names") FROM (
    SELECT string_agg('&' || a."id", ' ') AS "names" FROM unnest(accounts) WITH ORDINALITY a("id", "index") GROUP BY a."index" / 100) n
$$;

CREATE FUNCTION tell_of_sessions() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' THEN
    PERFORM tell_of_accounts(ARRAY(SELECT DISTINCT "userId" FROM was WHERE "expiresAt" > now()));
  ELSE
    PERFORM tell_of_accounts(ARRAY(SELECT DISTINCT was."userId" FROM was LEFT JOIN now_is USING ("id")
      WHERE (was."token", was."userId", was."expiresAt") IS DISTINCT FROM (now_is."token", now_is."userId", now_is."expiresAt")));
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER "Session_ended" AFTER DELETE ON "Session" REFERENCING OLD TABLE AS was
  FOR EACH STATEMENT EXECUTE FUNCTION tell_of_sessions();
CREATE TRIGGER "Session_changed" AFTER UPDATE ON "Session" REFERENCING OLD TABLE AS was NEW TABLE AS now_is
  FOR EACH STATEMENT EXECUTE FUNCTION tell_of_sessions();

CREATE FUNCTION tell_of_account() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM tell_of_accounts(ARRAY[NEW."id"]);
  RETURN NULL;
END $$;
CREATE TRIGGER "User_changed" AFTER UPDATE ON "User" FOR EACH ROW
  WHEN ((OLD."id", OLD."disabledAt", OLD."needsUsername") IS DISTINCT FROM (NEW."id", NEW."disabledAt", NEW."needsUsername"))
  EXECUTE FUNCTION tell_of_account();
