-- The tables, functions, triggers and ledger of version 0.1.0, as pg_dump writes them, shortened. This file does not change.

SET check_function_bodies = off;

CREATE TYPE "MailPurpose" AS ENUM (
    'VERIFY_EMAIL',
    'RESET_PASSWORD'
);

CREATE TYPE "MediaType" AS ENUM (
    'TEXT',
    'IMAGE',
    'VIDEO'
);

CREATE FUNCTION add_author_gram() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  NEW."grams" := NEW."grams" || (SELECT author_gram("authorId") FROM "Post" WHERE "id" = NEW."postId");
  RETURN NEW;
END $$;

CREATE FUNCTION author_gram(author uuid) RETURNS integer
    LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
    AS $$
  SELECT ('x' || substr(md5(author::text), 1, 8))::bit(32)::int
$$;

CREATE FUNCTION count_like() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
DECLARE
  change record;
BEGIN
  FOR change IN SELECT "postId", count(*) AS "likes" FROM changed GROUP BY "postId" ORDER BY "postId" LOOP
    UPDATE "Post" SET "likesCount" = "likesCount" + CASE TG_OP WHEN 'INSERT' THEN change."likes" ELSE -change."likes" END
      WHERE "id" = change."postId";
  END LOOP;
  RETURN NULL;
END $$;

CREATE FUNCTION search_any(patterns text[], grams integer[]) RETURNS boolean
    LANGUAGE plpgsql STABLE STRICT
    SET enable_seqscan TO 'off'
    SET jit TO 'off'
    SET plan_cache_mode TO 'force_generic_plan'
    AS $$
BEGIN
  RETURN (SELECT count(*) > 1000 OR count(*) FILTER (WHERE c."text" LIKE ALL (patterns)) > 0
    FROM (SELECT s."text" FROM "PostSearch" s WHERE s."grams" @> search_any.grams LIMIT 1001 OFFSET 0) c);
END $$;

CREATE FUNCTION search_by_author(patterns text[], word_grams text[], beyond uuid, backwards boolean, wanted integer) RETURNS uuid[]
    LANGUAGE plpgsql STABLE
    AS $_$
DECLARE
  people uuid[];
  lacks text[];
  authors uuid[];
  lack text[];
  grams int[];
  found uuid[];
  all_found uuid[] := '{}';
BEGIN
  -- The people whose names have a word, those with the most first, and the words that their posts have to have instead.
  EXECUTE format('SELECT array_agg("userId"), array_agg(lack::text) FROM (
      SELECT * FROM (
        SELECT "userId", ARRAY(SELECT word FROM unnest($1) word WHERE "text" NOT LIKE word) AS lack FROM (%s) named OFFSET 0) each
      WHERE cardinality(lack) < cardinality($1) ORDER BY cardinality(lack), "userId" DESC LIMIT 500) best',
    (SELECT string_agg(format('(SELECT "userId", "text" FROM "UserSearch" WHERE "grams" @> %L::int[] LIMIT %s)',
      word, greatest(50, 2000 / cardinality(word_grams))), ' UNION ') FROM unnest(word_grams) word))
  INTO people, lacks USING patterns;

  FOR lack, authors IN
    SELECT each::text[], array_agg(author ORDER BY author DESC) FROM unnest(people, lacks) best(author, each)
    GROUP BY each ORDER BY cardinality(each::text[]), count(*) DESC LIMIT 4
  LOOP
    IF lack = '{}' THEN
      found := search_newest_of(patterns, authors, beyond, backwards, wanted);
    ELSE
      -- The rarest of the words that the content has to have says which posts to look at, whichever that is.
      SELECT array_agg(DISTINCT gram) INTO grams FROM unnest(lack) word
        CROSS JOIN LATERAL unnest(word_grams[array_position(patterns, word)]::int[]) gram;
      found := search_completed(patterns, lack, grams, authors, beyond, backwards, wanted);
    END IF;
    all_found := all_found || found;
  END LOOP;
  EXECUTE format('SELECT ARRAY(SELECT id FROM unnest($1) id ORDER BY id %s LIMIT $2)', CASE WHEN backwards THEN 'ASC' ELSE 'DESC' END)
  INTO found USING all_found, wanted;
  RETURN found;
END $_$;

CREATE FUNCTION search_completed(patterns text[], lack text[], lack_grams integer[], authors uuid[], beyond uuid, backwards boolean, wanted integer) RETURNS uuid[]
    LANGUAGE plpgsql STABLE
    AS $_$
DECLARE
  found uuid[];
BEGIN
  EXECUTE format('WITH candidates AS MATERIALIZED (SELECT "postId", "text" FROM "PostSearch"
      WHERE "grams" @> $3 AND "grams" && $7 AND ("postId" %1$s $5) IS NOT FALSE)
    SELECT ARRAY(SELECT "postId" FROM candidates
      WHERE "text" LIKE ALL ($2) AND NOT "text" LIKE ALL ($1)
        AND (SELECT p."authorId" = ANY ($4) AND p."hiddenAt" IS NULL FROM "Post" p WHERE p."id" = "postId")
      ORDER BY "postId" %2$s LIMIT $6)', CASE WHEN backwards THEN '>' ELSE '<' END, CASE WHEN backwards THEN 'ASC' ELSE 'DESC' END)
  INTO found USING patterns, lack, lack_grams, authors, beyond, wanted, ARRAY(SELECT author_gram(author) FROM unnest(authors) author);
  RETURN found;
END $_$;

CREATE FUNCTION search_contents(patterns text[], grams integer[], better text[], better_grams integer[], beyond uuid, backwards boolean, wanted integer, newest uuid[]) RETURNS uuid[]
    LANGUAGE plpgsql STABLE
    AS $$
DECLARE
  near uuid[] := coalesce(newest[1:wanted], search_near(patterns, better, beyond, backwards, wanted, 400));
  found uuid[];
  better_ones bigint;
BEGIN
  IF cardinality(near) = wanted OR (newest IS NULL AND search_ends(beyond, backwards, 400)) THEN RETURN near; END IF;
  IF near = '{}' THEN
    found := search_index(patterns, grams, better, beyond, backwards, wanted, 1000);
    IF found IS NOT NULL THEN RETURN found; END IF;
  END IF;
  near := search_near(patterns, better, beyond, backwards, wanted, 20000);
  IF cardinality(near) = wanted OR search_ends(beyond, backwards, 20000) THEN RETURN near; END IF;
  -- Who has seen thousands of better matches is served with what is near of the others.
  SELECT count(*) INTO better_ones FROM (SELECT FROM "PostSearch" s WHERE s."grams" @> better_grams LIMIT 1001) these;
  IF better_ones > 1000 THEN RETURN near; END IF;
  RETURN search_index(patterns, grams, better, beyond, backwards, wanted, NULL);
END $$;

CREATE FUNCTION search_ends(beyond uuid, backwards boolean, looked_at integer) RETURNS boolean
    LANGUAGE plpgsql STABLE
    AS $$
BEGIN
  IF backwards THEN
    RETURN NOT EXISTS (SELECT FROM "PostSearch" s WHERE s."postId" > beyond ORDER BY s."postId" LIMIT 1 OFFSET looked_at);
  END IF;
  RETURN NOT EXISTS (SELECT FROM "PostSearch" s WHERE s."postId" < beyond ORDER BY s."postId" DESC LIMIT 1 OFFSET looked_at);
END $$;

CREATE FUNCTION search_few(whole text[], start text[], within text[], within_grams integer[], from_class integer, from_post uuid, backwards boolean, wanted integer, OUT classes integer[], OUT posts uuid[]) RETURNS record
    LANGUAGE plpgsql STABLE
    AS $$
DECLARE
  candidates bigint;
BEGIN
  WITH candidates AS MATERIALIZED (SELECT s."postId", s."text" FROM "PostSearch" s WHERE s."grams" @> within_grams LIMIT 5001),
    matches AS (SELECT c."postId", CASE WHEN c."text" LIKE ALL (whole) THEN 1 WHEN c."text" LIKE ALL (start) THEN 2 ELSE 3 END AS class
      FROM candidates c WHERE c."text" LIKE ALL (within)
        AND NOT EXISTS (SELECT FROM "Post" p WHERE p."id" = c."postId" AND p."hiddenAt" IS NOT NULL)),
    found AS (SELECT m.class, m."postId", row_number() OVER (ORDER BY m.class, m."postId" DESC) AS rank FROM matches m
      WHERE CASE WHEN backwards THEN m.class < from_class OR (m.class = from_class AND m."postId" > from_post)
        ELSE m.class > from_class OR (m.class = from_class AND m."postId" < from_post) END),
    page AS (SELECT f.class, f."postId", CASE WHEN backwards THEN -f.rank ELSE f.rank END AS rank FROM found f
      ORDER BY CASE WHEN backwards THEN -f.rank ELSE f.rank END LIMIT wanted)
  SELECT (SELECT count(*) FROM candidates), coalesce(array_agg(g.class ORDER BY g.rank), '{}'), coalesce(array_agg(g."postId" ORDER BY g.rank), '{}')
  INTO candidates, classes, posts FROM page g;
  IF candidates > 5000 THEN
    classes := NULL;
    posts := NULL;
  END IF;
END $$;

CREATE FUNCTION search_index(patterns text[], grams integer[], better text[], beyond uuid, backwards boolean, wanted integer, bound integer) RETURNS uuid[]
    LANGUAGE plpgsql STABLE
    AS $$
DECLARE
  candidates bigint;
  found uuid[];
BEGIN
  -- OFFSET 0 keeps the planner from walking the index of ids for the order.
  IF bound IS NULL THEN
    WITH matches AS (SELECT s."postId" FROM
        (SELECT i."postId", i."text" FROM "PostSearch" i WHERE i."grams" @> search_index.grams OFFSET 0) s
      WHERE CASE WHEN backwards THEN s."postId" > beyond ELSE s."postId" < beyond END
        AND s."text" LIKE ALL (patterns) AND (better IS NULL OR NOT s."text" LIKE ALL (better))
        AND NOT EXISTS (SELECT FROM "Post" p WHERE p."id" = s."postId" AND p."hiddenAt" IS NOT NULL)),
      ranked AS (SELECT m."postId", row_number() OVER (ORDER BY m."postId" DESC) * CASE WHEN backwards THEN -1 ELSE 1 END AS rank FROM matches m),
      page AS (SELECT r."postId", r.rank FROM ranked r ORDER BY r.rank LIMIT wanted)
    SELECT coalesce(array_agg(g."postId" ORDER BY g.rank), '{}') INTO found FROM page g;
    RETURN found;
  END IF;
  WITH candidates AS MATERIALIZED
      (SELECT s."postId", s."text" FROM "PostSearch" s WHERE s."grams" @> search_index.grams LIMIT bound + 1 OFFSET 0),
    matches AS (SELECT c."postId" FROM candidates c
      WHERE CASE WHEN backwards THEN c."postId" > beyond ELSE c."postId" < beyond END
        AND c."text" LIKE ALL (patterns) AND (better IS NULL OR NOT c."text" LIKE ALL (better))
        AND NOT EXISTS (SELECT FROM "Post" p WHERE p."id" = c."postId" AND p."hiddenAt" IS NOT NULL)),
    ranked AS (SELECT m."postId", row_number() OVER (ORDER BY m."postId" DESC) * CASE WHEN backwards THEN -1 ELSE 1 END AS rank FROM matches m),
    page AS (SELECT r."postId", r.rank FROM ranked r ORDER BY r.rank LIMIT wanted)
  SELECT (SELECT count(*) FROM candidates), coalesce(array_agg(g."postId" ORDER BY g.rank), '{}') INTO candidates, found FROM page g;
  RETURN CASE WHEN candidates <= bound THEN found END;
END $$;

CREATE FUNCTION search_look(whole text[], start text[], within text[], beyond uuid, backwards boolean, looked_at integer, OUT whole_ones bigint, OUT begun_ones bigint, OUT begun uuid[], OUT inner_ones uuid[]) RETURNS record
    LANGUAGE plpgsql STABLE
    AS $_$
BEGIN
  EXECUTE format('SELECT count(*) FILTER (WHERE class = 1), count(*) FILTER (WHERE class = 2),
      coalesce(array_agg("postId" ORDER BY "postId" %2$s) FILTER (WHERE class = 2), ''{}''),
      coalesce(array_agg("postId" ORDER BY "postId" %2$s) FILTER (WHERE class = 3), ''{}'')
    FROM (SELECT "postId", CASE WHEN "text" LIKE ALL ($1) THEN 1 WHEN "text" LIKE ALL ($2) THEN 2 ELSE 3 END AS class
      FROM (SELECT "postId", "text" FROM "PostSearch" WHERE "postId" %1$s $4 ORDER BY "postId" %2$s LIMIT $5) near
      WHERE "text" LIKE ALL ($3) OFFSET 0) matches
    WHERE class = 1 OR NOT EXISTS (SELECT FROM "Post" p WHERE p."id" = "postId" AND p."hiddenAt" IS NOT NULL)',
    CASE WHEN backwards THEN '>' ELSE '<' END, CASE WHEN backwards THEN 'ASC' ELSE 'DESC' END)
  INTO whole_ones, begun_ones, begun, inner_ones USING whole, start, within, beyond, looked_at;
END $_$;

CREATE FUNCTION search_near(patterns text[], better text[], beyond uuid, backwards boolean, wanted integer, looked_at integer) RETURNS uuid[]
    LANGUAGE plpgsql STABLE
    AS $$
BEGIN
  IF backwards THEN
    RETURN ARRAY(SELECT near."postId" FROM
        (SELECT s."postId", s."text" FROM "PostSearch" s WHERE s."postId" > beyond ORDER BY s."postId" LIMIT looked_at) near
      WHERE near."text" LIKE ALL (patterns) AND (better IS NULL OR NOT near."text" LIKE ALL (better))
        AND NOT EXISTS (SELECT FROM "Post" p WHERE p."id" = near."postId" AND p."hiddenAt" IS NOT NULL)
      ORDER BY near."postId" LIMIT wanted);
  END IF;
  RETURN ARRAY(SELECT near."postId" FROM
      (SELECT s."postId", s."text" FROM "PostSearch" s WHERE s."postId" < beyond ORDER BY s."postId" DESC LIMIT looked_at) near
    WHERE near."text" LIKE ALL (patterns) AND (better IS NULL OR NOT near."text" LIKE ALL (better))
      AND NOT EXISTS (SELECT FROM "Post" p WHERE p."id" = near."postId" AND p."hiddenAt" IS NOT NULL)
    ORDER BY near."postId" DESC LIMIT wanted);
END $$;

CREATE FUNCTION search_newest_of(patterns text[], authors uuid[], beyond uuid, backwards boolean, wanted integer) RETURNS uuid[]
    LANGUAGE plpgsql STABLE
    AS $_$
DECLARE
  direction text := CASE WHEN backwards THEN 'ASC' ELSE 'DESC' END;
  of_author text := format('SELECT p."id" FROM "Post" p WHERE p."authorId" = author AND p."id" %1$s $3
      AND NOT EXISTS (SELECT FROM "Post" h WHERE h."id" = p."id" AND h."hiddenAt" IS NOT NULL) %%s
    ORDER BY p."id" %2$s LIMIT %%s', CASE WHEN backwards THEN '>' ELSE '<' END, direction);
  -- Only so many authors can have a post on the page as there are posts on it.
  newest text := format('WITH best AS MATERIALIZED
      (SELECT author FROM unnest($2) author CROSS JOIN LATERAL (%%s) nearest ORDER BY nearest."id" %1$s LIMIT $4)
    SELECT ARRAY(SELECT near."id" FROM best CROSS JOIN LATERAL (%%s) near ORDER BY near."id" %1$s LIMIT $4)', direction);
  no_match CONSTANT text := 'AND NOT EXISTS (SELECT FROM "PostSearch" s WHERE s."postId" = p."id" AND s."text" LIKE ALL ($1))';
  found uuid[];
BEGIN
  EXECUTE format(newest, format(of_author, '', '1'), format(of_author, '', '$4')) INTO found USING patterns, authors, beyond, wanted;
  -- Few name themselves in their posts, so looking at those afterwards is cheaper than at all before.
  IF EXISTS (SELECT FROM "PostSearch" WHERE "postId" = ANY (found) AND "text" LIKE ALL (patterns)) THEN
    EXECUTE format(newest, format(of_author, no_match, '1'), format(of_author, no_match, '$4')) INTO found USING patterns, authors, beyond, wanted;
  END IF;
  RETURN found;
END $_$;

CREATE FUNCTION search_posts(whole text[], whole_grams integer[], start text[], start_grams integer[], within text[], within_grams integer[], word_grams text[], from_class integer, from_post uuid, backwards boolean, wanted integer, newest_whole uuid[], newest_start uuid[], newest_within uuid[]) RETURNS TABLE(class integer, "postId" uuid)
    LANGUAGE plpgsql STABLE ROWS 20
    SET enable_seqscan TO 'off'
    SET jit TO 'off'
    SET work_mem TO '32MB'
    SET plan_cache_mode TO 'force_generic_plan'
    AS $$
DECLARE
  step CONSTANT int := CASE WHEN backwards THEN -1 ELSE 1 END;
  nearest CONSTANT uuid := CASE WHEN backwards THEN '00000000-0000-0000-0000-000000000000' ELSE 'ffffffff-ffff-ffff-ffff-ffffffffffff' END;
  level int := from_class;
  beyond uuid := from_post;
  missing int := wanted;
  may_be_few boolean;
  are_dense boolean;
  few record;
  look record;
  looked_from uuid;
  found uuid[];
BEGIN
  -- Where many of the nearest posts match, there is no point in asking whether all that do are few, and where one in twenty has all
  -- words whole, none in asking the index for what does not.
  IF newest_whole IS NULL THEN
    look := search_look(whole, start, within, nearest, backwards, 400);
    may_be_few := look.whole_ones + look.begun_ones + cardinality(look.inner_ones) < 3;
    are_dense := look.whole_ones >= 20;
  ELSE
    may_be_few := cardinality(newest_whole) + cardinality(newest_start) + cardinality(newest_within) < 3;
    are_dense := cardinality(newest_whole) >= 20;
  END IF;
  WHILE level BETWEEN 1 AND 4 AND missing > 0 LOOP
    IF level < 4 AND may_be_few THEN
      may_be_few := false;
      few := search_few(whole, start, within, within_grams, level, beyond, backwards, missing);
      IF few.posts IS NOT NULL THEN
        RETURN QUERY SELECT * FROM unnest(few.classes, few.posts);
        missing := missing - cardinality(few.posts);
        level := CASE WHEN backwards THEN 0 ELSE 4 END;
        beyond := nearest;
        CONTINUE;
      END IF;
    END IF;
    found := NULL;
    IF are_dense AND ((level = 2 AND start <> whole) OR (level = 3 AND within <> start)) THEN
      IF looked_from IS DISTINCT FROM beyond THEN
        look := search_look(whole, start, within, beyond, backwards, 20000);
        looked_from := beyond;
      END IF;
      found := CASE level WHEN 2 THEN look.begun[1:missing] ELSE look.inner_ones[1:missing] END;
      -- Who has seen thousands of better matches is served with what is near of the others.
      IF cardinality(found) < missing AND look.whole_ones + (CASE level WHEN 2 THEN 0 ELSE look.begun_ones END) <= 1000 THEN
        found := NULL;
      END IF;
    END IF;
    found := coalesce(found, CASE
      WHEN level = 1 THEN search_contents(whole, whole_grams, NULL, NULL, beyond, backwards, missing, newest_whole)
      WHEN level = 2 AND start <> whole THEN search_contents(start, start_grams, whole, whole_grams, beyond, backwards, missing, newest_start)
      WHEN level = 3 AND within <> start THEN search_contents(within, within_grams, start, start_grams, beyond, backwards, missing, newest_within)
      -- Few words are in anybody's names.
      WHEN level = 4 AND EXISTS (SELECT FROM unnest(word_grams) word CROSS JOIN LATERAL
        (SELECT FROM "UserSearch" u WHERE u."grams" @> word::int[] LIMIT 1 OFFSET 0) named)
        THEN search_by_author(within, word_grams, beyond, backwards, missing)
      ELSE '{}' END);
    RETURN QUERY SELECT level, post FROM unnest(found) post;
    missing := missing - cardinality(found);
    level := level + step;
    beyond := nearest;
  END LOOP;
END $$;

CREATE FUNCTION tell_of_account() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  PERFORM tell_of_accounts(ARRAY[NEW."id"]);
  RETURN NULL;
END $$;

CREATE FUNCTION tell_of_accounts(accounts uuid[]) RETURNS void
    LANGUAGE sql
    AS $$
  SELECT pg_notify('good_vibes', nextval('news_number') || ' database ' || n."names") FROM (
    SELECT string_agg('&' || a."id", ' ') AS "names" FROM unnest(accounts) WITH ORDINALITY a("id", "index") GROUP BY a."index" / 100) n
$$;

CREATE FUNCTION tell_of_everything() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  PERFORM pg_notify('good_vibes', nextval('news_number') || ' database *');
  RETURN NULL;
END $$;

CREATE FUNCTION tell_of_sessions() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  IF TG_OP = 'DELETE' THEN
    PERFORM tell_of_accounts(ARRAY(SELECT DISTINCT "userId" FROM was WHERE "expiresAt" > now()));
  ELSE
    PERFORM tell_of_accounts(ARRAY(SELECT DISTINCT was."userId" FROM was LEFT JOIN now_is USING ("id")
      WHERE (was."token", was."userId", was."expiresAt") IS DISTINCT FROM (now_is."token", now_is."userId", now_is."expiresAt")));
  END IF;
  RETURN NULL;
END $$;

CREATE TABLE "Account" (
    id uuid NOT NULL,
    "userId" uuid NOT NULL,
    "providerId" text NOT NULL,
    "accountId" text NOT NULL,
    password text,
    "accessToken" text,
    "refreshToken" text,
    "idToken" text,
    "accessTokenExpiresAt" timestamptz(3),
    "refreshTokenExpiresAt" timestamptz(3),
    scope text,
    "createdAt" timestamptz(3) DEFAULT CURRENT_TIMESTAMP NOT NULL,
    "updatedAt" timestamptz(3) NOT NULL
);

CREATE TABLE "Like" (
    "userId" uuid NOT NULL,
    "postId" uuid NOT NULL,
    "createdAt" timestamptz(3) DEFAULT CURRENT_TIMESTAMP NOT NULL
);

CREATE TABLE "MailLink" (
    hash text NOT NULL,
    "userId" uuid NOT NULL,
    purpose "MailPurpose" NOT NULL,
    email text NOT NULL,
    "expiresAt" timestamptz(3) NOT NULL
);

CREATE TABLE "Media" (
    id uuid NOT NULL,
    "ownerId" uuid NOT NULL,
    hash text NOT NULL,
    width integer NOT NULL,
    height integer NOT NULL,
    bytes integer NOT NULL,
    placeholder text NOT NULL,
    "createdAt" timestamptz(3) DEFAULT CURRENT_TIMESTAMP NOT NULL,
    CONSTRAINT "Media_hash_check" CHECK ((hash ~ '^[0-9a-f]{64}$'::text)),
    CONSTRAINT "Media_size_check" CHECK (((width > 0) AND (height > 0) AND (bytes > 0)))
);

CREATE TABLE "Passkey" (
    id uuid NOT NULL,
    "userId" uuid NOT NULL,
    name text,
    "publicKey" text NOT NULL,
    "credentialID" text NOT NULL,
    counter integer NOT NULL,
    "deviceType" text NOT NULL,
    "backedUp" boolean NOT NULL,
    transports text,
    aaguid text,
    "createdAt" timestamptz(3) DEFAULT CURRENT_TIMESTAMP
);

CREATE TABLE "Post" (
    id uuid NOT NULL,
    "authorId" uuid NOT NULL,
    content text NOT NULL,
    "imageUrl" text,
    "imageAlt" text,
    "videoUrl" text,
    "mediaId" uuid,
    "mediaType" "MediaType" NOT NULL,
    "likesCount" integer DEFAULT 0 NOT NULL,
    "sharesCount" integer DEFAULT 0 NOT NULL,
    "createdAt" timestamptz(3) NOT NULL,
    "hiddenAt" timestamptz(3),
    CONSTRAINT "Post_content_check" CHECK (((octet_length(content) >= 1) AND (octet_length(content) <= 8192))),
    CONSTRAINT "Post_counts_check" CHECK ((("likesCount" >= 0) AND ("sharesCount" >= 0))),
    CONSTRAINT "Post_imageAlt_check" CHECK ((octet_length("imageAlt") <= 8192)),
    CONSTRAINT "Post_links_check" CHECK (((octet_length("imageUrl") <= 8192) AND (octet_length("videoUrl") <= 8192))),
    CONSTRAINT "Post_mediaType_check" CHECK (("mediaType" =
CASE
    WHEN ("imageUrl" IS NOT NULL) THEN 'IMAGE'::"MediaType"
    WHEN ("videoUrl" IS NOT NULL) THEN 'VIDEO'::"MediaType"
    ELSE 'TEXT'::"MediaType"
END))
);

CREATE TABLE "PostKey" (
    "authorId" uuid NOT NULL,
    key text NOT NULL,
    hash text NOT NULL,
    "postId" uuid NOT NULL,
    "createdAt" timestamptz(3) DEFAULT CURRENT_TIMESTAMP NOT NULL,
    CONSTRAINT "PostKey_key_check" CHECK ((octet_length(key) <= 255))
);

CREATE TABLE "PostSearch" (
    "postId" uuid NOT NULL,
    text text NOT NULL,
    grams integer[]
);

CREATE TABLE "RecoveryCode" (
    "userId" uuid NOT NULL,
    hash text NOT NULL
);

CREATE TABLE "Session" (
    id uuid NOT NULL,
    token text NOT NULL,
    "userId" uuid NOT NULL,
    "expiresAt" timestamptz(3) NOT NULL,
    "ipAddress" text,
    "userAgent" text,
    "createdAt" timestamptz(3) DEFAULT CURRENT_TIMESTAMP NOT NULL,
    "updatedAt" timestamptz(3) NOT NULL
);

CREATE TABLE "TwoFactor" (
    "userId" uuid NOT NULL,
    secret text NOT NULL,
    "confirmedAt" timestamptz(3),
    "lastStep" integer DEFAULT 0 NOT NULL
);

CREATE TABLE "User" (
    id uuid NOT NULL,
    "displayName" text NOT NULL,
    username text NOT NULL,
    email text NOT NULL,
    "emailVerified" boolean DEFAULT false NOT NULL,
    bio text,
    avatar text,
    "avatarMediaId" uuid,
    "followingCount" integer DEFAULT 0 NOT NULL,
    "followersCount" integer DEFAULT 0 NOT NULL,
    "disabledAt" timestamptz(3),
    "createdAt" timestamptz(3) DEFAULT CURRENT_TIMESTAMP NOT NULL,
    "updatedAt" timestamptz(3) NOT NULL,
    "needsUsername" boolean DEFAULT false NOT NULL,
    CONSTRAINT "User_avatar_check" CHECK ((octet_length(avatar) <= 8192)),
    CONSTRAINT "User_bio_check" CHECK ((octet_length(bio) <= 8192)),
    CONSTRAINT "User_counts_check" CHECK ((("followingCount" >= 0) AND ("followersCount" >= 0))),
    CONSTRAINT "User_displayName_check" CHECK (((octet_length("displayName") >= 1) AND (octet_length("displayName") <= 8192))),
    CONSTRAINT "User_email_check" CHECK (((email = lower(email)) AND (octet_length(email) <= 320))),
    CONSTRAINT "User_username_check" CHECK ((username ~ '^[a-z0-9_]{3,30}$'::text))
);

CREATE TABLE "UserSearch" (
    "userId" uuid NOT NULL,
    text text NOT NULL,
    grams integer[]
);

CREATE TABLE "Verification" (
    id uuid NOT NULL,
    identifier text NOT NULL,
    value text NOT NULL,
    "expiresAt" timestamptz(3) NOT NULL,
    "createdAt" timestamptz(3) DEFAULT CURRENT_TIMESTAMP NOT NULL,
    "updatedAt" timestamptz(3) NOT NULL
);

CREATE TABLE _prisma_migrations (
    id varchar(36) NOT NULL,
    checksum varchar(64) NOT NULL,
    finished_at timestamptz,
    migration_name varchar(255) NOT NULL,
    logs text,
    rolled_back_at timestamptz,
    started_at timestamptz DEFAULT now() NOT NULL,
    applied_steps_count integer DEFAULT 0 NOT NULL
);

CREATE SEQUENCE news_number;
SELECT nextval('news_number');

ALTER TABLE "Account" ADD CONSTRAINT "Account_pkey" PRIMARY KEY (id);
ALTER TABLE "Like" ADD CONSTRAINT "Like_pkey" PRIMARY KEY ("userId", "postId");
ALTER TABLE "MailLink" ADD CONSTRAINT "MailLink_pkey" PRIMARY KEY (hash);
ALTER TABLE "Media" ADD CONSTRAINT "Media_pkey" PRIMARY KEY (id);
ALTER TABLE "Passkey" ADD CONSTRAINT "Passkey_pkey" PRIMARY KEY (id);
ALTER TABLE "PostKey" ADD CONSTRAINT "PostKey_pkey" PRIMARY KEY ("authorId", key);
ALTER TABLE "PostSearch" ADD CONSTRAINT "PostSearch_pkey" PRIMARY KEY ("postId");
ALTER TABLE "Post" ADD CONSTRAINT "Post_pkey" PRIMARY KEY (id);
ALTER TABLE "RecoveryCode" ADD CONSTRAINT "RecoveryCode_pkey" PRIMARY KEY ("userId", hash);
ALTER TABLE "Session" ADD CONSTRAINT "Session_pkey" PRIMARY KEY (id);
ALTER TABLE "TwoFactor" ADD CONSTRAINT "TwoFactor_pkey" PRIMARY KEY ("userId");
ALTER TABLE "UserSearch" ADD CONSTRAINT "UserSearch_pkey" PRIMARY KEY ("userId");
ALTER TABLE "User" ADD CONSTRAINT "User_pkey" PRIMARY KEY (id);
ALTER TABLE "Verification" ADD CONSTRAINT "Verification_pkey" PRIMARY KEY (id);
ALTER TABLE _prisma_migrations ADD CONSTRAINT _prisma_migrations_pkey PRIMARY KEY (id);
CREATE UNIQUE INDEX "Account_providerId_accountId_key" ON "Account" USING btree ("providerId", "accountId");
CREATE INDEX "Account_userId_idx" ON "Account" USING btree ("userId");
CREATE INDEX "Like_postId_idx" ON "Like" USING btree ("postId");
CREATE INDEX "MailLink_expiresAt_idx" ON "MailLink" USING btree ("expiresAt");
CREATE INDEX "MailLink_userId_idx" ON "MailLink" USING btree ("userId");
CREATE INDEX "Media_createdAt_idx" ON "Media" USING btree ("createdAt");
CREATE INDEX "Media_hash_idx" ON "Media" USING btree (hash);
CREATE UNIQUE INDEX "Media_ownerId_hash_key" ON "Media" USING btree ("ownerId", hash);
CREATE UNIQUE INDEX "Passkey_credentialID_key" ON "Passkey" USING btree ("credentialID");
CREATE INDEX "Passkey_userId_idx" ON "Passkey" USING btree ("userId");
CREATE INDEX "PostKey_createdAt_idx" ON "PostKey" USING btree ("createdAt");
CREATE INDEX "PostSearch_grams_idx" ON "PostSearch" USING gin (grams) WITH (fastupdate=off);
CREATE INDEX "Post_authorId_id_idx" ON "Post" USING btree ("authorId", id DESC);
CREATE INDEX "Post_hidden_idx" ON "Post" USING btree (id) WHERE ("hiddenAt" IS NOT NULL);
CREATE INDEX "Post_mediaId_idx" ON "Post" USING btree ("mediaId");
CREATE INDEX "Session_expiresAt_idx" ON "Session" USING btree ("expiresAt");
CREATE UNIQUE INDEX "Session_token_key" ON "Session" USING btree (token);
CREATE INDEX "Session_userId_idx" ON "Session" USING btree ("userId");
CREATE INDEX "UserSearch_grams_idx" ON "UserSearch" USING gin (grams) WITH (fastupdate=off);
CREATE INDEX "User_avatarMediaId_idx" ON "User" USING btree ("avatarMediaId");
CREATE UNIQUE INDEX "User_email_key" ON "User" USING btree (email);
CREATE UNIQUE INDEX "User_username_key" ON "User" USING btree (username);
CREATE INDEX "Verification_expiresAt_idx" ON "Verification" USING btree ("expiresAt");
CREATE INDEX "Verification_identifier_idx" ON "Verification" USING btree (identifier);
CREATE TRIGGER "Like_count_added" AFTER INSERT ON "Like" REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_like();
CREATE TRIGGER "Like_count_removed" AFTER DELETE ON "Like" REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_like();
CREATE TRIGGER "PostSearch_author" BEFORE INSERT OR UPDATE OF grams ON "PostSearch" FOR EACH ROW EXECUTE FUNCTION add_author_gram();
CREATE TRIGGER "Session_changed" AFTER UPDATE ON "Session" REFERENCING OLD TABLE AS was NEW TABLE AS now_is FOR EACH STATEMENT EXECUTE FUNCTION tell_of_sessions();
CREATE TRIGGER "Session_ended" AFTER DELETE ON "Session" REFERENCING OLD TABLE AS was FOR EACH STATEMENT EXECUTE FUNCTION tell_of_sessions();
CREATE TRIGGER "Session_truncated" AFTER TRUNCATE ON "Session" FOR EACH STATEMENT EXECUTE FUNCTION tell_of_everything();
CREATE TRIGGER "User_changed" AFTER UPDATE ON "User" FOR EACH ROW WHEN ((((old.id IS DISTINCT FROM new.id) OR (old."disabledAt" IS DISTINCT FROM new."disabledAt")) OR (old."needsUsername" IS DISTINCT FROM new."needsUsername"))) EXECUTE FUNCTION tell_of_account();
ALTER TABLE "Account" ADD CONSTRAINT "Account_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User"(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE "Like" ADD CONSTRAINT "Like_postId_fkey" FOREIGN KEY ("postId") REFERENCES "Post"(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE "Like" ADD CONSTRAINT "Like_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User"(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE "MailLink" ADD CONSTRAINT "MailLink_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User"(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE "Media" ADD CONSTRAINT "Media_ownerId_fkey" FOREIGN KEY ("ownerId") REFERENCES "User"(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE "Passkey" ADD CONSTRAINT "Passkey_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User"(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE "PostKey" ADD CONSTRAINT "PostKey_authorId_fkey" FOREIGN KEY ("authorId") REFERENCES "User"(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE "PostSearch" ADD CONSTRAINT "PostSearch_postId_fkey" FOREIGN KEY ("postId") REFERENCES "Post"(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE "Post" ADD CONSTRAINT "Post_authorId_fkey" FOREIGN KEY ("authorId") REFERENCES "User"(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE "Post" ADD CONSTRAINT "Post_mediaId_fkey" FOREIGN KEY ("mediaId") REFERENCES "Media"(id) ON UPDATE CASCADE ON DELETE SET NULL;
ALTER TABLE "RecoveryCode" ADD CONSTRAINT "RecoveryCode_userId_fkey" FOREIGN KEY ("userId") REFERENCES "TwoFactor"("userId") ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE "Session" ADD CONSTRAINT "Session_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User"(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE "TwoFactor" ADD CONSTRAINT "TwoFactor_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User"(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE "UserSearch" ADD CONSTRAINT "UserSearch_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User"(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE "User" ADD CONSTRAINT "User_avatarMediaId_fkey" FOREIGN KEY ("avatarMediaId") REFERENCES "Media"(id) ON UPDATE CASCADE ON DELETE SET NULL;

INSERT INTO _prisma_migrations (id, migration_name, checksum, finished_at, applied_steps_count) VALUES
  (gen_random_uuid(), '20261121000000_start', '919d7a04c6d54f1b96af3a7e1bf63fdc382ef0faca82de4cd09963260f55bfcf', now(), 1),
  (gen_random_uuid(), '20261121000100_search', 'bba80560b34c079fc36c2713a5f020a9cc983ffba9bc3175943a542dec09b985', now(), 1),
  (gen_random_uuid(), '20261121000200_post_keys', '2f2d28ca46f2c248ebdac678dae99c9a91e5ee3b88ac498422d64e0a35cecc05', now(), 1),
  (gen_random_uuid(), '20261121000300_like_counts', 'd350a5383ae0b22535e36c43a038548fe9f90bc9541780cc39a09ff91cd143b1', now(), 1),
  (gen_random_uuid(), '20261121000400_search_first_look', '6c039db88e44435910286114ffc4e3201f0446ccb32212736bb005c7a8c97c0e', now(), 1),
  (gen_random_uuid(), '20261121000500_search_one_look', '5c07a62456387b1c4b0b8c6b2d9922b9c5e4ed8cb37c4a29fd6a9772c13b6328', now(), 1),
  (gen_random_uuid(), '20261121000600_needs_username', 'c660ce5cbaffbcb04195ec4dc7554329190cc1c92989f55be167e958b6ea0ac2', now(), 1),
  (gen_random_uuid(), '20261121202321_mail_links', '42a0b2327e7b089071048545257690c6d11ac554abba3667ce3c2914500e1259', now(), 1),
  (gen_random_uuid(), '20261121203000_search_from_memory', 'b60f4a36f96a74ab68e7061d27c3875f7468ae113878e3d5e628a5a356227b18', now(), 1),
  (gen_random_uuid(), '20261121204851_two_factor', '030587988d58bb341752b61fa41fdfec1c6e44ab0ea195523021b9658648108d', now(), 1),
  (gen_random_uuid(), '20261121234000_search_one_pass', '230936ce9688c67cdeb54fd24eef48716a5eae27c4758def275faf31766e4959', now(), 1),
  (gen_random_uuid(), '20261122000500_search_dense_words', 'c4f1fffe83dff303094003213cde44edc6c3622858c067003986497f9907e3f1', now(), 1),
  (gen_random_uuid(), '20261122003000_search_plans_kept', '0a10b851cfc2d69e0b10e323e2672899ff7f630e6e1ebe7cbbc23f011e9fdb14', now(), 1),
  (gen_random_uuid(), '20261122100000_likes_by_post', 'a8819d40f87187324a8ff0d19634c4270c328c3689aae981909b0da380cbde66', now(), 1),
  (gen_random_uuid(), '20261122180000_news_number', '2b08079daa7ec791d291383c3f3d39904ee947c12b5dd77a5380a9a642562147', now(), 1),
  (gen_random_uuid(), '20261122190000_news_of_sessions', 'c54189756b2603e853bcbe5a2cc9a0903cbb6cc1296c5569c4ce6d73e68bfcdc', now(), 1),
  (gen_random_uuid(), '20261122200000_news_of_truncated_sessions', '3c774148e947231836a2cbbde0ef8330300ce487e1e8a174a48849d2284b66a2', now(), 1);
