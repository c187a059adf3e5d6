/** The reader is whoever the session token in $1 belongs to. */
export const SESSION = `SELECT s."userId" AS id FROM "Session" s JOIN "User" u ON u."id" = s."userId"
  WHERE s."token" = $1 AND s."expiresAt" > now() AND u."disabledAt" IS NULL`

/** What the post \`p\` shows to a reader. Looking each part up where it is needed was faster than any join. */
const shownTo = (
  reader: string,
) => `json_build_object('id', p."id", 'content', p."content", 'createdAt', p."createdAt", 'sharesCount', p."sharesCount",
  'author', (SELECT json_build_object('id', a."id", 'displayName', a."displayName", 'username', a."username", 'avatar', a."avatar")
    FROM "User" a WHERE a."id" = p."authorId"),
  'isLiked', EXISTS (SELECT FROM "Like" l WHERE l."postId" = p."id" AND l."userId" = ${reader}),
  'likesCount', p."likesCount", 'mediaType', p."mediaType", 'imageUrl', p."imageUrl", 'videoUrl', p."videoUrl",
  'image', CASE WHEN p."mediaId" IS NOT NULL THEN
      (SELECT json_build_object('url', p."imageUrl", 'smallUrl', replace(p."imageUrl", '.webp', '-small.webp'),
        'width', m."width", 'height', m."height", 'placeholder', m."placeholder", 'alt', p."imageAlt") FROM "Media" m WHERE m."id" = p."mediaId")
    WHEN p."imageUrl" IS NOT NULL THEN
      json_build_object('url', p."imageUrl", 'smallUrl', NULL, 'width', NULL, 'height', NULL, 'placeholder', NULL, 'alt', p."imageAlt") END)`

/** The JSON of a page, in one statement with the session. `page` has at most 21 posts in order, of which 20 are shown. */
function answerOf(page: string, more = ''): string {
  return `SELECT json_build_object(${more}'posts', coalesce(json_agg(${shownTo(`(${SESSION})`)}) FILTER (WHERE p."rank" <= 20), '[]'),
      'more', count(*) > 20) AS json FROM (SELECT *, row_number() OVER () AS "rank" FROM (${page}) page) p`
}

/** $2 is the UUID after which it goes on. */
export const FEED = answerOf(
  'SELECT * FROM "Post" WHERE "id" < $2 AND "hiddenAt" IS NULL ORDER BY "id" DESC LIMIT 21',
)

/** $2 is the username. */
export const PROFILE = answerOf(
  `SELECT * FROM "Post" WHERE "authorId" = (SELECT "id" FROM "User" WHERE "username" = $2) AND "hiddenAt" IS NULL
    ORDER BY "id" DESC LIMIT 21`,
  `'user', (SELECT json_build_object('id', "id", 'displayName', "displayName", 'username', "username", 'avatar', "avatar", 'bio', "bio",
    'createdAt', "createdAt", 'followingCount', "followingCount", 'followersCount', "followersCount") FROM "User" WHERE "username" = $2), `,
)

const FOUND = `SELECT p.* FROM found f JOIN "Post" p ON p."id" = f."postId" WHERE p."hiddenAt" IS NULL ORDER BY f."rank" LIMIT 21`

/**
 * A word that many posts have whole: the newest are looked through until a page is full. $2 and $3 are the pattern of the
 * word whole and its grams.
 */
export const SEARCH_COMMON =
  answerOf(`WITH found AS (SELECT "postId", row_number() OVER () AS "rank" FROM
    (SELECT "postId" FROM "PostSearch" WHERE "text" LIKE $2 ORDER BY "postId" DESC LIMIT 30) newest) ${FOUND}`)

/** Letters within words of many posts, that stand nowhere whole or at a beginning: the same, with that pattern. */
export const SEARCH_SUBSTRING = SEARCH_COMMON

/**
 * A word that few or no posts have: the index of grams finds them all, and those whose author's names have it come after.
 * $2, $3 and $4 are the patterns of the word whole, begun and within another; $5 the grams that every text with it has.
 */
export const SEARCH_RARE =
  answerOf(`WITH contents AS (SELECT "postId", CASE WHEN "text" LIKE $2 THEN 1 WHEN "text" LIKE $3 THEN 2 ELSE 3 END AS class
      FROM "PostSearch" WHERE "grams" @> $5::int[] AND "text" LIKE $4),
    authors AS (SELECT "userId" FROM "UserSearch" WHERE "grams" @> $5::int[] AND "text" LIKE $4),
    named AS (SELECT p."id" AS "postId", 4 AS class FROM authors CROSS JOIN LATERAL
      (SELECT "id" FROM "Post" WHERE "authorId" = authors."userId" ORDER BY "id" DESC LIMIT 42) p
      WHERE NOT EXISTS (SELECT FROM contents WHERE contents."postId" = p."id")),
    found AS (SELECT "postId", row_number() OVER (ORDER BY class, "postId" DESC) AS "rank"
      FROM (SELECT * FROM contents UNION ALL SELECT * FROM named) every) ${FOUND}`)

export const SEARCH_ABSENT = SEARCH_RARE

/** $1 is the reader, $2 the post. */
export const LIKE = `INSERT INTO "Like" ("userId", "postId")
  SELECT $1::uuid, "id" FROM "Post" WHERE "id" = $2::uuid AND "hiddenAt" IS NULL FOR KEY SHARE ON CONFLICT DO NOTHING`
export const LIKED = `SELECT json_build_object('posts', json_build_array(json_build_object('id', p."id", 'likesCount', p."likesCount",
    'isLiked', EXISTS (SELECT FROM "Like" l WHERE l."postId" = p."id" AND l."userId" = $1::uuid)))) AS json
  FROM "Post" p WHERE p."id" = $2::uuid AND p."hiddenAt" IS NULL`

export const KEY = `INSERT INTO "PostKey" ("authorId", "key", "hash", "postId") VALUES ($1, $2, $3, $4)`
export const KEPT = `SELECT "postId" FROM "PostKey" WHERE "authorId" = $1 AND "key" = $2`
export const POST_ROW = `INSERT INTO "Post" ("id", "authorId", "content", "mediaType", "createdAt") VALUES ($1, $2, $3, 'TEXT', $4)`
export const POST_SEARCH = `INSERT INTO "PostSearch" ("postId", "text", "grams") VALUES ($1, $2, $3)`
export const POSTED = `SELECT json_build_object('posts', json_build_array(${shownTo('$2')})) AS json FROM "Post" p WHERE p."id" = $1`
