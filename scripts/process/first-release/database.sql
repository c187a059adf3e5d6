
SET statement_timeout = 0;
SET lock_timeout = 0;
SET idle_in_transaction_session_timeout = 0;
SET client_encoding = 'UTF8';
SET standard_conforming_strings = on;
SELECT pg_catalog.set_config('search_path', '', false);
SET check_function_bodies = false;
SET xmloption = content;
SET client_min_messages = warning;
SET row_security = off;

CREATE TYPE public."MediaType" AS ENUM (
    'TEXT',
    'IMAGE',
    'VIDEO'
);

CREATE FUNCTION public.add_author_gram() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  NEW."grams" := NEW."grams" || (SELECT author_gram("authorId") FROM "Post" WHERE "id" = NEW."postId");
  RETURN NEW;
END $$;

CREATE FUNCTION public.author_gram(author uuid) RETURNS integer
    LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
    AS $$
  SELECT ('x' || substr(md5(author::text), 1, 8))::bit(32)::int
$$;

CREATE FUNCTION public.count_like() RETURNS trigger
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

CREATE FUNCTION public.search_by_author(patterns text[], word_grams text[], beyond uuid, backwards boolean, wanted integer) RETURNS uuid[]
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
      -- One word is enough to ask the index for besides the authors, and the longest is likely to be the rarest.
      SELECT word_grams[array_position(patterns, word)] INTO grams FROM unnest(lack) word ORDER BY length(word) DESC LIMIT 1;
      found := search_completed(patterns, lack, grams, authors, beyond, backwards, wanted);
    END IF;
    all_found := all_found || found;
  END LOOP;
  EXECUTE format('SELECT ARRAY(SELECT id FROM unnest($1) id ORDER BY id %s LIMIT $2)', CASE WHEN backwards THEN 'ASC' ELSE 'DESC' END)
  INTO found USING all_found, wanted;
  RETURN found;
END $_$;

CREATE FUNCTION public.search_completed(patterns text[], lack text[], lack_grams integer[], authors uuid[], beyond uuid, backwards boolean, wanted integer) RETURNS uuid[]
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

CREATE FUNCTION public.search_contents(patterns text[], grams integer[], better text[], better_grams integer[], beyond uuid, backwards boolean, wanted integer, newest uuid[]) RETURNS uuid[]
    LANGUAGE plpgsql STABLE
    AS $$
DECLARE
  near uuid[] := coalesce(newest[1:wanted], search_near(patterns, better, beyond, backwards, wanted, 400));
  found uuid[];
  better_ones bigint;
BEGIN
  IF cardinality(near) = wanted THEN RETURN near; END IF;
  IF near = '{}' THEN
    found := search_index(patterns, grams, better, beyond, backwards, wanted, 1000);
    IF found IS NOT NULL THEN RETURN found; END IF;
  END IF;
  near := search_near(patterns, better, beyond, backwards, wanted, 20000);
  IF cardinality(near) = wanted THEN RETURN near; END IF;
  -- Who has seen thousands of better matches is served with what is near of the others.
  SELECT count(*) INTO better_ones FROM (SELECT FROM "PostSearch" s WHERE s."grams" @> better_grams LIMIT 1001) these;
  IF better_ones > 1000 THEN RETURN near; END IF;
  RETURN search_index(patterns, grams, better, beyond, backwards, wanted, NULL);
END $$;

CREATE FUNCTION public.search_few(whole text[], start text[], within text[], within_grams integer[], from_class integer, from_post uuid, backwards boolean, wanted integer, OUT classes integer[], OUT posts uuid[]) RETURNS record
    LANGUAGE plpgsql STABLE
    AS $_$
DECLARE
  candidates bigint;
BEGIN
  EXECUTE format('WITH candidates AS MATERIALIZED (SELECT "postId", "text" FROM "PostSearch" WHERE "grams" @> $4 LIMIT 1001),
    matches AS (SELECT "postId", CASE WHEN "text" LIKE ALL ($1) THEN 1 WHEN "text" LIKE ALL ($2) THEN 2 ELSE 3 END AS class
      FROM candidates WHERE "text" LIKE ALL ($3)
        AND NOT EXISTS (SELECT FROM "Post" p WHERE p."id" = "postId" AND p."hiddenAt" IS NOT NULL)),
    found AS (SELECT * FROM matches WHERE class %1$s $5 OR (class = $5 AND "postId" %2$s $6)
      ORDER BY class %3$s, "postId" %4$s LIMIT $7)
    SELECT (SELECT count(*) FROM candidates),
      array_agg(class ORDER BY class %3$s, "postId" %4$s), array_agg("postId" ORDER BY class %3$s, "postId" %4$s) FROM found',
    CASE WHEN backwards THEN '<' ELSE '>' END, CASE WHEN backwards THEN '>' ELSE '<' END,
    CASE WHEN backwards THEN 'DESC' ELSE 'ASC' END, CASE WHEN backwards THEN 'ASC' ELSE 'DESC' END)
  INTO candidates, classes, posts USING whole, start, within, within_grams, from_class, from_post, wanted;
  IF candidates > 1000 THEN
    classes := NULL;
    posts := NULL;
  ELSE
    classes := coalesce(classes, '{}');
    posts := coalesce(posts, '{}');
  END IF;
END $_$;

CREATE FUNCTION public.search_index(patterns text[], grams integer[], better text[], beyond uuid, backwards boolean, wanted integer, bound integer) RETURNS uuid[]
    LANGUAGE plpgsql STABLE
    AS $_$
DECLARE
  candidates bigint;
  found uuid[];
BEGIN
  -- IS NOT FALSE keeps the planner from the index of ids; OFFSET 0 keeps it from walking that for the order.
  EXECUTE format('WITH candidates AS %1$s
      (SELECT "postId", "text" FROM "PostSearch" WHERE "grams" @> $2 AND ("postId" %2$s $4) IS NOT FALSE LIMIT $6 OFFSET 0)
    SELECT %4$s, ARRAY(SELECT "postId" FROM candidates
      WHERE "text" LIKE ALL ($1) AND ($3 IS NULL OR NOT "text" LIKE ALL ($3))
        AND NOT EXISTS (SELECT FROM "Post" p WHERE p."id" = "postId" AND p."hiddenAt" IS NOT NULL)
      ORDER BY "postId" %3$s LIMIT $5)',
    CASE WHEN bound IS NULL THEN 'NOT MATERIALIZED' ELSE 'MATERIALIZED' END,
    CASE WHEN backwards THEN '>' ELSE '<' END, CASE WHEN backwards THEN 'ASC' ELSE 'DESC' END,
    CASE WHEN bound IS NULL THEN '0' ELSE '(SELECT count(*) FROM candidates)' END)
  INTO candidates, found USING patterns, grams, better, beyond, wanted, bound + 1;
  RETURN CASE WHEN candidates <= bound OR bound IS NULL THEN found END;
END $_$;

CREATE FUNCTION public.search_near(patterns text[], better text[], beyond uuid, backwards boolean, wanted integer, looked_at integer) RETURNS uuid[]
    LANGUAGE plpgsql STABLE
    AS $_$
DECLARE
  found uuid[];
BEGIN
  EXECUTE format('SELECT ARRAY(SELECT "postId" FROM
      (SELECT "postId", "text" FROM "PostSearch" WHERE "postId" %1$s $3 ORDER BY "postId" %2$s LIMIT $5) near
    WHERE "text" LIKE ALL ($1) AND ($2 IS NULL OR NOT "text" LIKE ALL ($2))
      AND NOT EXISTS (SELECT FROM "Post" p WHERE p."id" = "postId" AND p."hiddenAt" IS NOT NULL)
    ORDER BY "postId" %2$s LIMIT $4)', CASE WHEN backwards THEN '>' ELSE '<' END, CASE WHEN backwards THEN 'ASC' ELSE 'DESC' END)
  INTO found USING patterns, better, beyond, wanted, looked_at;
  RETURN found;
END $_$;

CREATE FUNCTION public.search_newest_of(patterns text[], authors uuid[], beyond uuid, backwards boolean, wanted integer) RETURNS uuid[]
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

CREATE FUNCTION public.search_posts(whole text[], whole_grams integer[], start text[], start_grams integer[], within text[], within_grams integer[], word_grams text[], from_class integer, from_post uuid, backwards boolean, wanted integer) RETURNS TABLE(class integer, "postId" uuid)
    LANGUAGE plpgsql STABLE ROWS 20
    SET enable_seqscan TO 'off'
    SET jit TO 'off'
    SET work_mem TO '32MB'
    AS $$
DECLARE
  step CONSTANT int := CASE WHEN backwards THEN -1 ELSE 1 END;
  nearest CONSTANT uuid := CASE WHEN backwards THEN '00000000-0000-0000-0000-000000000000' ELSE 'ffffffff-ffff-ffff-ffff-ffffffffffff' END;
  level int := from_class;
  beyond uuid := from_post;
  missing int := wanted;
  first_look CONSTANT boolean := from_class = 1 AND from_post = nearest AND NOT backwards;
  may_be_few boolean;
  few record;
  found uuid[];
  newest_whole uuid[];
  newest_begun uuid[];
  newest_within uuid[];
BEGIN
  -- Where many of the newest posts match, there is no point in asking whether all that do are few; and often they fill the page.
  IF first_look THEN
    SELECT coalesce(array_agg(m.post ORDER BY m.post DESC) FILTER (WHERE m.class = 1), '{}'),
      coalesce(array_agg(m.post ORDER BY m.post DESC) FILTER (WHERE m.class = 2), '{}'),
      coalesce(array_agg(m.post ORDER BY m.post DESC) FILTER (WHERE m.class = 3), '{}'), count(*) < 3
    INTO newest_whole, newest_begun, newest_within, may_be_few
    FROM (SELECT look."postId" AS post,
        CASE WHEN look."text" LIKE ALL (whole) THEN 1 WHEN look."text" LIKE ALL (start) THEN 2 ELSE 3 END AS class
      FROM (SELECT s."postId", s."text" FROM "PostSearch" s ORDER BY s."postId" DESC LIMIT 400) look
      WHERE look."text" LIKE ALL (within)
        AND NOT EXISTS (SELECT FROM "Post" p WHERE p."id" = look."postId" AND p."hiddenAt" IS NOT NULL)) m;
    found := newest_whole[1:wanted];
  ELSE
    may_be_few := cardinality(search_near(within, NULL, nearest, backwards, 3, 400)) < 3;
    found := CASE WHEN level = 1 THEN search_near(whole, NULL, beyond, backwards, wanted, 400) ELSE '{}' END;
  END IF;
  IF level = 1 AND cardinality(found) = wanted THEN
    RETURN QUERY SELECT 1, post FROM unnest(found) post;
    RETURN;
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
    found := CASE
      WHEN level = 1 THEN search_contents(whole, whole_grams, NULL, NULL, beyond, backwards, missing, newest_whole)
      WHEN level = 2 AND start <> whole THEN search_contents(start, start_grams, whole, whole_grams, beyond, backwards, missing, newest_begun)
      WHEN level = 3 AND within <> start THEN search_contents(within, within_grams, start, start_grams, beyond, backwards, missing, newest_within)
      WHEN level = 4 THEN search_by_author(within, word_grams, beyond, backwards, missing)
      ELSE '{}' END;
    RETURN QUERY SELECT level, post FROM unnest(found) post;
    missing := missing - cardinality(found);
    level := level + step;
    beyond := nearest;
  END LOOP;
END $$;

SET default_tablespace = '';

SET default_table_access_method = heap;

CREATE TABLE public."Account" (
    id uuid NOT NULL,
    "userId" uuid NOT NULL,
    "providerId" text NOT NULL,
    "accountId" text NOT NULL,
    password text,
    "accessToken" text,
    "refreshToken" text,
    "idToken" text,
    "accessTokenExpiresAt" timestamp(3) with time zone,
    "refreshTokenExpiresAt" timestamp(3) with time zone,
    scope text,
    "createdAt" timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
    "updatedAt" timestamp(3) with time zone NOT NULL
);

CREATE TABLE public."Like" (
    "userId" uuid NOT NULL,
    "postId" uuid NOT NULL,
    "createdAt" timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL
);

CREATE TABLE public."Media" (
    id uuid NOT NULL,
    "ownerId" uuid NOT NULL,
    hash text NOT NULL,
    width integer NOT NULL,
    height integer NOT NULL,
    bytes integer NOT NULL,
    placeholder text NOT NULL,
    "createdAt" timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
    CONSTRAINT "Media_hash_check" CHECK ((hash ~ '^[0-9a-f]{64}$'::text)),
    CONSTRAINT "Media_size_check" CHECK (((width > 0) AND (height > 0) AND (bytes > 0)))
);

CREATE TABLE public."Passkey" (
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
    "createdAt" timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP
);

CREATE TABLE public."Post" (
    id uuid NOT NULL,
    "authorId" uuid NOT NULL,
    content text NOT NULL,
    "imageUrl" text,
    "imageAlt" text,
    "videoUrl" text,
    "mediaId" uuid,
    "mediaType" public."MediaType" NOT NULL,
    "likesCount" integer DEFAULT 0 NOT NULL,
    "sharesCount" integer DEFAULT 0 NOT NULL,
    "createdAt" timestamp(3) with time zone NOT NULL,
    "hiddenAt" timestamp(3) with time zone,
    CONSTRAINT "Post_content_check" CHECK (((octet_length(content) >= 1) AND (octet_length(content) <= 8192))),
    CONSTRAINT "Post_counts_check" CHECK ((("likesCount" >= 0) AND ("sharesCount" >= 0))),
    CONSTRAINT "Post_imageAlt_check" CHECK ((octet_length("imageAlt") <= 8192)),
    CONSTRAINT "Post_links_check" CHECK (((octet_length("imageUrl") <= 8192) AND (octet_length("videoUrl") <= 8192))),
    CONSTRAINT "Post_mediaType_check" CHECK (("mediaType" =
CASE
    WHEN ("imageUrl" IS NOT NULL) THEN 'IMAGE'::public."MediaType"
    WHEN ("videoUrl" IS NOT NULL) THEN 'VIDEO'::public."MediaType"
    ELSE 'TEXT'::public."MediaType"
END))
);

CREATE TABLE public."PostKey" (
    "authorId" uuid NOT NULL,
    key text NOT NULL,
    hash text NOT NULL,
    "postId" uuid NOT NULL,
    "createdAt" timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
    CONSTRAINT "PostKey_key_check" CHECK ((octet_length(key) <= 255))
);

CREATE TABLE public."PostSearch" (
    "postId" uuid NOT NULL,
    text text NOT NULL,
    grams integer[]
);

CREATE TABLE public."Session" (
    id uuid NOT NULL,
    token text NOT NULL,
    "userId" uuid NOT NULL,
    "expiresAt" timestamp(3) with time zone NOT NULL,
    "ipAddress" text,
    "userAgent" text,
    "createdAt" timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
    "updatedAt" timestamp(3) with time zone NOT NULL
);

CREATE TABLE public."User" (
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
    "disabledAt" timestamp(3) with time zone,
    "createdAt" timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
    "updatedAt" timestamp(3) with time zone NOT NULL,
    CONSTRAINT "User_avatar_check" CHECK ((octet_length(avatar) <= 8192)),
    CONSTRAINT "User_bio_check" CHECK ((octet_length(bio) <= 8192)),
    CONSTRAINT "User_counts_check" CHECK ((("followingCount" >= 0) AND ("followersCount" >= 0))),
    CONSTRAINT "User_displayName_check" CHECK (((octet_length("displayName") >= 1) AND (octet_length("displayName") <= 8192))),
    CONSTRAINT "User_email_check" CHECK (((email = lower(email)) AND (octet_length(email) <= 320))),
    CONSTRAINT "User_username_check" CHECK ((username ~ '^[a-z0-9_]{3,30}$'::text))
);

CREATE TABLE public."UserSearch" (
    "userId" uuid NOT NULL,
    text text NOT NULL,
    grams integer[]
);

CREATE TABLE public."Verification" (
    id uuid NOT NULL,
    identifier text NOT NULL,
    value text NOT NULL,
    "expiresAt" timestamp(3) with time zone NOT NULL,
    "createdAt" timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
    "updatedAt" timestamp(3) with time zone NOT NULL
);

CREATE TABLE public._prisma_migrations (
    id character varying(36) NOT NULL,
    checksum character varying(64) NOT NULL,
    finished_at timestamp with time zone,
    migration_name character varying(255) NOT NULL,
    logs text,
    rolled_back_at timestamp with time zone,
    started_at timestamp with time zone DEFAULT now() NOT NULL,
    applied_steps_count integer DEFAULT 0 NOT NULL
);

INSERT INTO public."Account" VALUES
	('01a1ffe9-4c00-716d-b57e-cd1a055fe296', '01a1ffe9-4b30-705f-b046-9944d69188ed', 'credential', '01a1ffe9-4b30-705f-b046-9944d69188ed', 'f1328dbb7ad1169b09a0f60241c5ea98:c5528c24bf1a7122156830edd2c2a8279eaa2d2a22ce5ae4e5fdc6fed5eb03df5276c0e565441dc380754887bd6d366478a1f6d97e4c2c20f964d063b1305974', NULL, NULL, NULL, NULL, NULL, NULL, '2026-11-21 21:00:41.802+00', '2026-11-21 21:00:41.802+00'),
	('01a1ffe9-4f0c-71bb-aef0-71f1a05676ff', '01a1ffe9-4f06-716d-962e-846eca3a49b0', 'credential', '01a1ffe9-4f06-716d-962e-846eca3a49b0', 'a6cf4d0c27bb93a465e74ff079c2925b:9a2324f9708fea16d67901719cebe3fa8ad3f0e5348d1da4ca77bf49242227f052c4f4e7bd6f332918c70089e32cc6ad7ffabd84cec600fdbb69749132204414', NULL, NULL, NULL, NULL, NULL, NULL, '2026-11-21 21:00:42.635+00', '2026-11-21 21:00:42.635+00'),
	('01a1ffe9-50f8-773e-96b6-090476f8fa4f', '01a1ffe9-50f3-7229-adf1-699a0026cf32', 'credential', '01a1ffe9-50f3-7229-adf1-699a0026cf32', '431efd9b4b792ce7d823511819be0991:5261814182619089a91c7d4bef532b53b95ee8fe367a563da5e5572801d9db0280b65599cbca7e1e23475388a2ad578ab1b3865408ce95371f84254986cb3b84', NULL, NULL, NULL, NULL, NULL, NULL, '2026-11-21 21:00:43.127+00', '2026-11-21 21:00:43.127+00'),
	('01a1ffe9-53b0-75fe-a855-a628ef8030fc', '01a1ffe9-53a3-7460-971c-a3db33a67620', 'credential', '01a1ffe9-53a3-7460-971c-a3db33a67620', 'dcec8c7d9ddd1f402d92879fbfb53315:a4a16cc65fb10ee2da3399d8cc73c9e0035afdc27896f6a389324dc165294f8005794b460dbcf12eb82505c71ab73782198da63c70f5bd045254378a2130c45d', NULL, NULL, NULL, NULL, NULL, NULL, '2026-11-21 21:00:43.823+00', '2026-11-21 21:00:43.823+00');

INSERT INTO public."Like" VALUES
	('01a1ffe9-4b30-705f-b046-9944d69188ed', '01a1ffe9-5692-7603-a0e3-99b9e7309ea3', '2026-11-21 21:00:44.889+00'),
	('01a1ffe9-4f06-716d-962e-846eca3a49b0', '01a1ffe9-5692-7603-a0e3-99b9e7309ea3', '2026-11-21 21:00:44.908+00'),
	('01a1ffe9-50f3-7229-adf1-699a0026cf32', '01a1ffe9-5692-7603-a0e3-99b9e7309ea3', '2026-11-21 21:00:44.914+00'),
	('01a1ffe9-4b30-705f-b046-9944d69188ed', '01a1ffe9-56bb-7c06-af0f-4e50308134be', '2026-11-21 21:00:44.92+00'),
	('01a1ffe9-4f06-716d-962e-846eca3a49b0', '01a1ffe9-56bb-7c06-af0f-4e50308134be', '2026-11-21 21:00:44.929+00'),
	('01a1ffe9-50f3-7229-adf1-699a0026cf32', '01a1ffe9-56bb-7c06-af0f-4e50308134be', '2026-11-21 21:00:44.937+00'),
	('01a1ffe9-4b30-705f-b046-9944d69188ed', '01a1ffe9-5749-7eb8-91dc-6cb7f2c30953', '2026-11-21 21:00:44.942+00'),
	('01a1ffe9-4f06-716d-962e-846eca3a49b0', '01a1ffe9-5749-7eb8-91dc-6cb7f2c30953', '2026-11-21 21:00:44.948+00'),
	('01a1ffe9-50f3-7229-adf1-699a0026cf32', '01a1ffe9-5749-7eb8-91dc-6cb7f2c30953', '2026-11-21 21:00:44.954+00'),
	('01a1ffe9-4b30-705f-b046-9944d69188ed', '01a1ffe9-5765-79ce-aaae-49943e16c1a5', '2026-11-21 21:00:44.963+00'),
	('01a1ffe9-4f06-716d-962e-846eca3a49b0', '01a1ffe9-5765-79ce-aaae-49943e16c1a5', '2026-11-21 21:00:44.975+00'),
	('01a1ffe9-50f3-7229-adf1-699a0026cf32', '01a1ffe9-5765-79ce-aaae-49943e16c1a5', '2026-11-21 21:00:44.985+00'),
	('01a1ffe9-4b30-705f-b046-9944d69188ed', '01a1ffe9-5776-7bb9-95a8-a4e3afac6cf8', '2026-11-21 21:00:44.993+00'),
	('01a1ffe9-4f06-716d-962e-846eca3a49b0', '01a1ffe9-5776-7bb9-95a8-a4e3afac6cf8', '2026-11-21 21:00:44.999+00'),
	('01a1ffe9-50f3-7229-adf1-699a0026cf32', '01a1ffe9-5776-7bb9-95a8-a4e3afac6cf8', '2026-11-21 21:00:45.016+00'),
	('01a1ffe9-4b30-705f-b046-9944d69188ed', '01a1ffe9-5781-71f7-b5c8-fcad2cb40825', '2026-11-21 21:00:45.023+00'),
	('01a1ffe9-50f3-7229-adf1-699a0026cf32', '01a1ffe9-5781-71f7-b5c8-fcad2cb40825', '2026-11-21 21:00:45.038+00');

INSERT INTO public."Media" VALUES
	('01a1ffe9-39fa-72a0-b68a-f150a8c56ef2', '00000000-0000-7000-8000-00000000de00', '12eeede2224b7e54cec9e1717d37416d03322253468e54db0907c5b9f95c0111', 410, 410, 4774, 'q0kKFwL3iHd7hoeHeLhod3eJiDBXB4QF', '2026-11-21 21:00:37.219+00'),
	('01a1ffe9-5661-74fc-8eb8-d763d9c6e2b9', '01a1ffe9-4b30-705f-b046-9944d69188ed', 'd9db3e8f03d077d8d2665f9613b64a83229315de542e9887a9c9efcc1c0e9d30', 24, 16, 110, 'aasCBYD3OJeOgnp3iGeYhzBxB5yI', '2026-11-21 21:00:44.513+00');

INSERT INTO public."Passkey" VALUES
	('a809447a-355a-4aaf-8a50-215e1ad237e5', '01a1ffe9-4b30-705f-b046-9944d69188ed', 'The first key', 'pQECAyYgASFYIKpu', 'first-credential', 0, 'singleDevice', false, 'internal', NULL, '2026-11-21 21:00:45.129+00');

INSERT INTO public."Post" VALUES
	('01a1ffe9-578c-7311-835b-084968c5d214', '01a1ffe9-53a3-7460-971c-a3db33a67620', 'Of somebody who is shut out later.', NULL, NULL, NULL, NULL, 'TEXT', 0, 0, '2026-11-21 21:00:44.812+00', NULL),
	('01a1ffe9-57b2-7928-aaa8-acce8ad5a176', '01a1ffe9-4f06-716d-962e-846eca3a49b0', 'The last of the first posts.', NULL, NULL, NULL, NULL, 'TEXT', 0, 0, '2026-11-21 21:00:44.85+00', NULL),
	('01a1ffe9-57c4-709f-a6b3-530daa5af984', '00000000-0000-7000-8000-00000000de00', 'The demo user was here.', NULL, NULL, NULL, NULL, 'TEXT', 0, 0, '2026-11-21 21:00:44.868+00', NULL),
	('01a1ffe9-5692-7603-a0e3-99b9e7309ea3', '01a1ffe9-4b30-705f-b046-9944d69188ed', 'The first post of all, with a picture.', '/media/d9db3e8f03d077d8d2665f9613b64a83229315de542e9887a9c9efcc1c0e9d30.webp', 'An orange field', NULL, '01a1ffe9-5661-74fc-8eb8-d763d9c6e2b9', 'IMAGE', 3, 0, '2026-11-21 21:00:44.562+00', NULL),
	('01a1ffe9-56bb-7c06-af0f-4e50308134be', '01a1ffe9-4b30-705f-b046-9944d69188ed', 'Made once, however often it is sent.', NULL, NULL, NULL, NULL, 'TEXT', 3, 0, '2026-11-21 21:00:44.603+00', NULL),
	('01a1ffe9-5749-7eb8-91dc-6cb7f2c30953', '01a1ffe9-4f06-716d-962e-846eca3a49b0', 'Ein Gruß aus Köln, und ein Café ☕️ 👨‍👩‍👧‍👦', NULL, NULL, NULL, NULL, 'TEXT', 3, 0, '2026-11-21 21:00:44.745+00', NULL),
	('01a1ffe9-5765-79ce-aaae-49943e16c1a5', '01a1ffe9-4f06-716d-962e-846eca3a49b0', 'A film of the sea', NULL, NULL, 'https://videos.example/sea.mp4', NULL, 'VIDEO', 3, 0, '2026-11-21 21:00:44.773+00', NULL),
	('01a1ffe9-5776-7bb9-95a8-a4e3afac6cf8', '01a1ffe9-50f3-7229-adf1-699a0026cf32', 'A linked picture', 'https://pictures.example/hill.jpg', 'A hill', NULL, NULL, 'IMAGE', 3, 0, '2026-11-21 21:00:44.79+00', NULL),
	('01a1ffe9-5781-71f7-b5c8-fcad2cb40825', '01a1ffe9-50f3-7229-adf1-699a0026cf32', '今日は良い日です。 猫がいます。', NULL, NULL, NULL, NULL, 'TEXT', 2, 0, '2026-11-21 21:00:44.801+00', NULL),
	('01a1ffe9-579f-7f12-94be-6b359e264ecf', '01a1ffe9-50f3-7229-adf1-699a0026cf32', 'This one is hidden later.', NULL, NULL, NULL, NULL, 'TEXT', 0, 0, '2026-11-21 21:00:44.831+00', '2026-11-21 21:01:03.129+00');

INSERT INTO public."PostKey" VALUES
	('01a1ffe9-4b30-705f-b046-9944d69188ed', 'the-first-key', '8a3a7265569c2798daf882e54ea0ef681cce118155de07fdd60cd0c5e90ac9f2', '01a1ffe9-56bb-7c06-af0f-4e50308134be', '2026-11-21 21:00:44.623+00');

INSERT INTO public."PostSearch" VALUES
	('01a1ffe9-5692-7603-a0e3-99b9e7309ea3', ' the first post of all , with a picture . ', '{636171139,1225734447,1240935109,270014944,-1455914304,-1310718506,990847781,1154781348,815792354,-910136894,1198658007,-255028498,1963971938,1158623971,1122800228,1902770741,176841493,-735983971,-910761511,1108291114,1239802276,-116444149,873404448,1069760420,677210072,-1048719176,2146746892,373357984,1242512066,1090083633,-1920291425,648746623,746059652,1156867371,1499842506,1089244990,-1855606937,713431111,849138127,-1481869095,-832038092,1315411645,-2114665166,-1965697030}'),
	('01a1ffe9-56bb-7c06-af0f-4e50308134be', ' made once , however often it is sent . ', '{-964541907,1074735876,1021399039,1907380481,139874529,-899103701,-1767898551,1108291114,1105581324,734985661,-991046755,1340491693,2146746892,-1002579514,1024403019,1121520300,380376769,-1345552479,-1288953850,681610313,-2132833871,-1888622938,1131583752,1239802276,618822256,-1107106992,-1194620942,-767590640,-609750107,1007625400,1473703204,-727193440,1456925585,-901378154,1175401590,1559165417,-751644795,1817393253,2141516022,-2114665166,-1965697030}'),
	('01a1ffe9-5749-7eb8-91dc-6cb7f2c30953', ' ein gruss aus koln , und ein cafe ☕ 👨‍👩‍👧‍👦 ', '{-880253892,940514924,1154236895,-24417885,-1750347133,-115967642,974070162,1171411872,-1088817073,1438644271,-472740187,1617555882,239578539,873404448,1220758991,1198743284,-527185964,-2059277076,1041180638,1658551203,1854138077,128208829,-671874636,2146746892,-2027704419,1208956828,1643450870,-959797034,1567664310,-208621211,906959686,1086832229,-42983751,-1768912999,-563153963,-1195403833,-346356069,1011741999,-929661337}'),
	('01a1ffe9-5765-79ce-aaae-49943e16c1a5', ' a film of the sea ', '{1156867371,873404448,246440614,990847781,1154781348,580905688,-1145023560,1233890531,-910761511,1108291114,1239802276,636171139,1225734447,1240935109,270014944,-1455914304,-1393075977,1175401590,1559165417,-734867176,1834170872,-929661337}'),
	('01a1ffe9-5776-7bb9-95a8-a4e3afac6cf8', ' a linked picture ', '{1156867371,873404448,-325618247,1091513495,1759761370,-760855460,1766605884,663745675,533886053,-71548481,1499842506,1158623971,1089244990,-1855606937,713431111,849138127,-1481869095,-832038092,1315411645,-1200567406}'),
	('01a1ffe9-5781-71f7-b5c8-fcad2cb40825', ' 今 日 は 良 い 日 で す 。 猫 が い ま す 。 ', '{-565553146,-920668681,1121661445,1110312965,1742433348,1255882397,1826321443,-1512321570,2135024505,1608212396,1373325730,-37602806,706434345,2096461003,-2020137114,1321704736,840655297,-653138251,-691407802,355857736,-2089894550,-1182540997,-363962335,273736882,-1200567406}'),
	('01a1ffe9-578c-7311-835b-084968c5d214', ' of somebody who is shut out later . ', '{-910761511,1108291114,1239802276,-1016434324,1175401590,1659831131,-196997630,-1922926878,-1359609920,-229821469,1992385759,57472498,-955814231,1966759792,1242512066,1073306014,-1500998045,1067936835,-727193440,1007625400,1456925585,-72464598,1743719226,-330379939,-2056309187,-1324640886,637893292,1558577037,923923707,-802108709,1945979570,1091513495,1625540418,-1131243006,1396218338,-359556869,-834701116,-2114665166,-1251086122}'),
	('01a1ffe9-579f-7f12-94be-6b359e264ecf', ' this one is hidden later . ', '{-1453371012,1225734447,1240935109,471346372,-1254582876,-1547281265,922274172,1108291114,1105581324,634319947,-1091712469,-727193440,1007625400,1456925585,-543198052,1024403019,1087965062,-140023610,-1866056026,1084171888,-644266420,-493414944,1945979570,1091513495,1625540418,-1131243006,1396218338,-359556869,-834701116,-2114665166,-1200567406}'),
	('01a1ffe9-57b2-7928-aaa8-acce8ad5a176', ' the last of the first posts . ', '{636171139,1225734447,1240935109,270014944,-1455914304,-810703480,1091513495,1625540418,-1215131101,1312330243,-611368249,-910761511,1108291114,1239802276,-1310718506,990847781,1154781348,815792354,-910136894,1198658007,-255028498,1491888579,1158623971,1122800228,1902770741,176841493,-735983971,1999240111,-2114665166,-929661337}'),
	('01a1ffe9-57c4-709f-a6b3-530daa5af984', ' the demo user was here . ', '{636171139,1225734447,1240935109,270014944,-1455914304,-1068561553,957292543,1825488750,1282847161,-443082087,-1767816300,1396932299,1208956828,1593118013,-742129272,1785332072,-2142021663,1632340245,1242512066,955862681,-1703462306,865472574,307501014,1024403019,1289296490,298062792,-1427866456,-1595258515,-2114665166,-1803700324}');

INSERT INTO public."Session" VALUES
	('01a1ffe9-4d74-715c-bab0-56db89db7f60', 'lzR5LjmkJl9S4qlugJVaxq4z5jhwV48I', '01a1ffe9-4b30-705f-b046-9944d69188ed', '2026-12-21 21:00:42.18+00', '', 'node', '2026-11-21 21:00:42.18+00', '2026-11-21 21:00:42.18+00'),
	('01a1ffe9-4fd8-77dd-966b-09d00e364404', '8C52ie9RKkleD1mmJe14fkT8vWRFTme9', '01a1ffe9-4f06-716d-962e-846eca3a49b0', '2026-12-21 21:00:42.837+00', '', 'node', '2026-11-21 21:00:42.837+00', '2026-11-21 21:00:42.837+00'),
	('01a1ffe9-522f-73bd-9d48-260a528f10db', 'vUjwv6OqokCDcsdIXemFFxntQCs98HtS', '01a1ffe9-50f3-7229-adf1-699a0026cf32', '2026-12-21 21:00:43.43+00', '', 'node', '2026-11-21 21:00:43.43+00', '2026-11-21 21:00:43.43+00');

INSERT INTO public."User" VALUES
	('00000000-0000-7000-8000-00000000de00', 'Demo User', 'demouser', 'demo-user@demo.invalid', false, 'A shared account for looking around. Like, post and change this line: whatever you try is seen by everyone who tries it too.', '/media/12eeede2224b7e54cec9e1717d37416d03322253468e54db0907c5b9f95c0111.webp', '01a1ffe9-39fa-72a0-b68a-f150a8c56ef2', 0, 0, NULL, '2026-11-21 21:00:37.177+00', '2026-11-21 21:00:37.258+00'),
	('01a1ffe9-50f3-7229-adf1-699a0026cf32', 'Cleo', 'cleo', 'cleo@example.org', false, NULL, NULL, NULL, 0, 0, NULL, '2026-11-21 21:00:43.123+00', '2026-11-21 21:00:43.127+00'),
	('01a1ffe9-4b30-705f-b046-9944d69188ed', 'Ann of the first days', 'ann', 'ann@example.org', false, 'Was here first.', NULL, NULL, 0, 0, NULL, '2026-11-21 21:00:41.648+00', '2026-11-21 21:00:45.079+00'),
	('01a1ffe9-4f06-716d-962e-846eca3a49b0', 'Ben', 'ben', 'ben@example.org', false, 'Second, and glad of it.', 'https://pictures.example/ben.png', NULL, 0, 0, NULL, '2026-11-21 21:00:42.63+00', '2026-11-21 21:00:45.106+00'),
	('01a1ffe9-53a3-7460-971c-a3db33a67620', 'Dan', 'dan', 'dan@example.org', false, NULL, NULL, NULL, 0, 0, '2026-11-21 21:00:59.483+00', '2026-11-21 21:00:43.811+00', '2026-11-21 21:00:59.496+00');

INSERT INTO public."UserSearch" VALUES
	('00000000-0000-7000-8000-00000000de00', ' demo user demouser ', '{-1068561553,957292543,1825488750,1282847161,-443082087,-1767816300,1396932299,1208956828,1593118013,-742129272,1785332072,-2142021663,179752956,-479911636,-718220614}'),
	('01a1ffe9-4b30-705f-b046-9944d69188ed', ' ann of the first days ann ', '{453700707,873404448,1103315658,711059500,-1014869748,-910761511,1108291114,1239802276,636171139,1225734447,1240935109,270014944,-1455914304,-1310718506,990847781,1154781348,815792354,-910136894,1198658007,-255028498,1448303219,957292543,1892599226,1484870137,-241059111,-660818536}'),
	('01a1ffe9-4f06-716d-962e-846eca3a49b0', ' ben ben ', '{1744335229,923737305,1758084084,-1873030290,696007758}'),
	('01a1ffe9-50f3-7229-adf1-699a0026cf32', ' cleo cleo ', '{-2127788405,906959686,1137165086,779664033,-946368383,1781412027}'),
	('01a1ffe9-53a3-7460-971c-a3db33a67620', ' dan dan ', '{1620205859,957292543,1892599226,1770089660,44160412}');

INSERT INTO public._prisma_migrations VALUES
	('0e42eac0-fb5d-4d47-980e-9596e8c4a565', '919d7a04c6d54f1b96af3a7e1bf63fdc382ef0faca82de4cd09963260f55bfcf', '2026-11-21 21:00:36.35691+00', '20261121000000_start', NULL, NULL, '2026-11-21 21:00:36.259421+00', 1),
	('d8026446-cc67-48a1-86c8-e4d133dc98e9', 'bba80560b34c079fc36c2713a5f020a9cc983ffba9bc3175943a542dec09b985', '2026-11-21 21:00:36.368449+00', '20261121000100_search', NULL, NULL, '2026-11-21 21:00:36.362436+00', 1),
	('391fd3e7-412f-4089-89ba-1a5e4538c90b', '2f2d28ca46f2c248ebdac678dae99c9a91e5ee3b88ac498422d64e0a35cecc05', '2026-11-21 21:00:36.378236+00', '20261121000200_post_keys', NULL, NULL, '2026-11-21 21:00:36.371484+00', 1),
	('51d89ee4-e11e-4824-8674-8253a4029b09', 'd350a5383ae0b22535e36c43a038548fe9f90bc9541780cc39a09ff91cd143b1', '2026-11-21 21:00:36.389472+00', '20261121000300_like_counts', NULL, NULL, '2026-11-21 21:00:36.387617+00', 1),
	('eb6805d5-092e-4094-9e57-a8cbb096439a', '6c039db88e44435910286114ffc4e3201f0446ccb32212736bb005c7a8c97c0e', '2026-11-21 21:00:36.396765+00', '20261121000400_search_first_look', NULL, NULL, '2026-11-21 21:00:36.395421+00', 1),
	('08838695-dcff-4068-82fd-b52d83b2e0f1', '5c07a62456387b1c4b0b8c6b2d9922b9c5e4ed8cb37c4a29fd6a9772c13b6328', '2026-11-21 21:00:36.399267+00', '20261121000500_search_one_look', NULL, NULL, '2026-11-21 21:00:36.397599+00', 1);

ALTER TABLE ONLY public."Account"
    ADD CONSTRAINT "Account_pkey" PRIMARY KEY (id);

ALTER TABLE ONLY public."Like"
    ADD CONSTRAINT "Like_pkey" PRIMARY KEY ("userId", "postId");

ALTER TABLE ONLY public."Media"
    ADD CONSTRAINT "Media_pkey" PRIMARY KEY (id);

ALTER TABLE ONLY public."Passkey"
    ADD CONSTRAINT "Passkey_pkey" PRIMARY KEY (id);

ALTER TABLE ONLY public."PostKey"
    ADD CONSTRAINT "PostKey_pkey" PRIMARY KEY ("authorId", key);

ALTER TABLE ONLY public."PostSearch"
    ADD CONSTRAINT "PostSearch_pkey" PRIMARY KEY ("postId");

ALTER TABLE ONLY public."Post"
    ADD CONSTRAINT "Post_pkey" PRIMARY KEY (id);

ALTER TABLE ONLY public."Session"
    ADD CONSTRAINT "Session_pkey" PRIMARY KEY (id);

ALTER TABLE ONLY public."UserSearch"
    ADD CONSTRAINT "UserSearch_pkey" PRIMARY KEY ("userId");

ALTER TABLE ONLY public."User"
    ADD CONSTRAINT "User_pkey" PRIMARY KEY (id);

ALTER TABLE ONLY public."Verification"
    ADD CONSTRAINT "Verification_pkey" PRIMARY KEY (id);

ALTER TABLE ONLY public._prisma_migrations
    ADD CONSTRAINT _prisma_migrations_pkey PRIMARY KEY (id);

CREATE UNIQUE INDEX "Account_providerId_accountId_key" ON public."Account" USING btree ("providerId", "accountId");

CREATE INDEX "Account_userId_idx" ON public."Account" USING btree ("userId");

CREATE INDEX "Like_postId_userId_idx" ON public."Like" USING btree ("postId", "userId");

CREATE INDEX "Media_createdAt_idx" ON public."Media" USING btree ("createdAt");

CREATE INDEX "Media_hash_idx" ON public."Media" USING btree (hash);

CREATE UNIQUE INDEX "Media_ownerId_hash_key" ON public."Media" USING btree ("ownerId", hash);

CREATE UNIQUE INDEX "Passkey_credentialID_key" ON public."Passkey" USING btree ("credentialID");

CREATE INDEX "Passkey_userId_idx" ON public."Passkey" USING btree ("userId");

CREATE INDEX "PostKey_createdAt_idx" ON public."PostKey" USING btree ("createdAt");

CREATE INDEX "PostSearch_grams_idx" ON public."PostSearch" USING gin (grams) WITH (fastupdate=off);

CREATE INDEX "Post_authorId_id_idx" ON public."Post" USING btree ("authorId", id DESC);

CREATE INDEX "Post_hidden_idx" ON public."Post" USING btree (id) WHERE ("hiddenAt" IS NOT NULL);

CREATE INDEX "Post_mediaId_idx" ON public."Post" USING btree ("mediaId");

CREATE INDEX "Session_expiresAt_idx" ON public."Session" USING btree ("expiresAt");

CREATE UNIQUE INDEX "Session_token_key" ON public."Session" USING btree (token);

CREATE INDEX "Session_userId_idx" ON public."Session" USING btree ("userId");

CREATE INDEX "UserSearch_grams_idx" ON public."UserSearch" USING gin (grams) WITH (fastupdate=off);

CREATE INDEX "User_avatarMediaId_idx" ON public."User" USING btree ("avatarMediaId");

CREATE UNIQUE INDEX "User_email_key" ON public."User" USING btree (email);

CREATE UNIQUE INDEX "User_username_key" ON public."User" USING btree (username);

CREATE INDEX "Verification_expiresAt_idx" ON public."Verification" USING btree ("expiresAt");

CREATE INDEX "Verification_identifier_idx" ON public."Verification" USING btree (identifier);

CREATE TRIGGER "Like_count_added" AFTER INSERT ON public."Like" REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION public.count_like();

CREATE TRIGGER "Like_count_removed" AFTER DELETE ON public."Like" REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION public.count_like();

CREATE TRIGGER "PostSearch_author" BEFORE INSERT OR UPDATE OF grams ON public."PostSearch" FOR EACH ROW EXECUTE FUNCTION public.add_author_gram();

ALTER TABLE ONLY public."Account"
    ADD CONSTRAINT "Account_userId_fkey" FOREIGN KEY ("userId") REFERENCES public."User"(id) ON UPDATE CASCADE ON DELETE CASCADE;

ALTER TABLE ONLY public."Like"
    ADD CONSTRAINT "Like_postId_fkey" FOREIGN KEY ("postId") REFERENCES public."Post"(id) ON UPDATE CASCADE ON DELETE CASCADE;

ALTER TABLE ONLY public."Like"
    ADD CONSTRAINT "Like_userId_fkey" FOREIGN KEY ("userId") REFERENCES public."User"(id) ON UPDATE CASCADE ON DELETE CASCADE;

ALTER TABLE ONLY public."Media"
    ADD CONSTRAINT "Media_ownerId_fkey" FOREIGN KEY ("ownerId") REFERENCES public."User"(id) ON UPDATE CASCADE ON DELETE CASCADE;

ALTER TABLE ONLY public."Passkey"
    ADD CONSTRAINT "Passkey_userId_fkey" FOREIGN KEY ("userId") REFERENCES public."User"(id) ON UPDATE CASCADE ON DELETE CASCADE;

ALTER TABLE ONLY public."PostKey"
    ADD CONSTRAINT "PostKey_authorId_fkey" FOREIGN KEY ("authorId") REFERENCES public."User"(id) ON UPDATE CASCADE ON DELETE CASCADE;

ALTER TABLE ONLY public."PostSearch"
    ADD CONSTRAINT "PostSearch_postId_fkey" FOREIGN KEY ("postId") REFERENCES public."Post"(id) ON UPDATE CASCADE ON DELETE CASCADE;

ALTER TABLE ONLY public."Post"
    ADD CONSTRAINT "Post_authorId_fkey" FOREIGN KEY ("authorId") REFERENCES public."User"(id) ON UPDATE CASCADE ON DELETE CASCADE;

ALTER TABLE ONLY public."Post"
    ADD CONSTRAINT "Post_mediaId_fkey" FOREIGN KEY ("mediaId") REFERENCES public."Media"(id) ON UPDATE CASCADE ON DELETE SET NULL;

ALTER TABLE ONLY public."Session"
    ADD CONSTRAINT "Session_userId_fkey" FOREIGN KEY ("userId") REFERENCES public."User"(id) ON UPDATE CASCADE ON DELETE CASCADE;

ALTER TABLE ONLY public."UserSearch"
    ADD CONSTRAINT "UserSearch_userId_fkey" FOREIGN KEY ("userId") REFERENCES public."User"(id) ON UPDATE CASCADE ON DELETE CASCADE;

ALTER TABLE ONLY public."User"
    ADD CONSTRAINT "User_avatarMediaId_fkey" FOREIGN KEY ("avatarMediaId") REFERENCES public."Media"(id) ON UPDATE CASCADE ON DELETE SET NULL;

