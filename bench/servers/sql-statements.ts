/** Finds the viewer by the session token in $1. */
export const SESSION = `SELECT s."userId" AS id FROM "Session" s JOIN "User" u ON u."id" = s."userId"
  WHERE s."token" = $1 AND s."expiresAt" > now() AND u."disabledAt" IS NULL`

/** The JSON of post `p` for a viewer. Subqueries were faster than joins. */
export const postJson = (
  viewer: string,
  fields = '',
) => `json_build_object(${fields}'id', p."id", 'content', p."content", 'createdAt', p."createdAt", 'sharesCount', p."sharesCount",
  'author', (SELECT json_build_object('id', a."id", 'displayName', a."displayName", 'username', a."username", 'avatar', a."avatar")
    FROM "User" a WHERE a."id" = p."authorId"),
  'isLiked', EXISTS (SELECT FROM "Like" l WHERE l."postId" = p."id" AND l."userId" = ${viewer}),
  'likesCount', p."likesCount", 'mediaType', p."mediaType", 'imageUrl', p."imageUrl", 'videoUrl', p."videoUrl",
  'image', CASE WHEN p."mediaId" IS NOT NULL THEN
      (SELECT json_build_object('url', p."imageUrl", 'smallUrl', replace(p."imageUrl", '.webp', '-small.webp'),
        'width', m."width", 'height', m."height", 'placeholder', m."placeholder", 'alt', p."imageAlt") FROM "Media" m WHERE m."id" = p."mediaId")
    WHEN p."imageUrl" IS NOT NULL THEN
      json_build_object('url', p."imageUrl", 'smallUrl', NULL, 'width', NULL, 'height', NULL, 'placeholder', NULL, 'alt', p."imageAlt") END)`

/**
 * Selects a page of 20 posts as JSON. `page` selects 21 posts in order, to tell whether there are
 * more.
 */
export function pageStatement(page: string, fields = '', post = postJson(`(${SESSION})`)): string {
  return `SELECT json_build_object(${fields}'posts', coalesce(json_agg(${post}) FILTER (WHERE p."rank" <= 20), '[]'),
      'more', count(*) > 20) AS json FROM (SELECT *, row_number() OVER () AS "rank" FROM (${page}) page) p`
}

/** $2 is the UUID of the last post of the page before. */
export const FEED = pageStatement(
  'SELECT * FROM "Post" WHERE "id" < $2 AND NOT "isReply" AND "hiddenAt" IS NULL ORDER BY "id" DESC LIMIT 21',
)

/** The viewer sees no posts by an author behind a mute or block. */
export const isListed = (author: string) => `NOT EXISTS (
    SELECT FROM "Mute" m WHERE m."muterId" = (${SESSION}) AND m."mutedId" = ${author})
  AND NOT EXISTS (SELECT FROM "Block" b WHERE b."blockerId" = (${SESSION}) AND b."blockedId" = ${author})
  AND NOT EXISTS (SELECT FROM "Block" b WHERE b."blockerId" = ${author} AND b."blockedId" = (${SESSION}))`

export const FEED_HIDING = pageStatement(
  `SELECT * FROM "Post" p WHERE NOT "isReply" AND "hiddenAt" IS NULL AND ${isListed('p."authorId"')} ORDER BY "id" DESC LIMIT 21`,
)

/** $2 is the username. */
export const PROFILE = pageStatement(
  `SELECT * FROM "Post" WHERE "authorId" = (SELECT "id" FROM "User" WHERE "username" = $2)
    AND NOT "isReply" AND "hiddenAt" IS NULL ORDER BY "id" DESC LIMIT 21`,
  `'user', (SELECT json_build_object('id', "id", 'displayName', "displayName", 'username', "username", 'avatar', "avatar", 'bio', "bio",
    'createdAt', "createdAt", 'followingCount', "followingCount", 'followersCount', "followersCount") FROM "User" WHERE "username" = $2), `,
)

const MATCHING_POSTS = `SELECT p.* FROM found f JOIN "Post" p ON p."id" = f."postId" WHERE p."hiddenAt" IS NULL ORDER BY f."rank" LIMIT 21`

/**
 * For a word, or letters within words, of many posts: scans the newest posts until a page is full.
 * $2 is the pattern of the whole word or of the substring.
 */
export const SEARCH_COMMON =
  pageStatement(`WITH found AS (SELECT "postId", row_number() OVER () AS "rank" FROM
    (SELECT "postId" FROM "PostSearch" WHERE "text" LIKE $2 ORDER BY "postId" DESC LIMIT 30) newest) ${MATCHING_POSTS}`)

/**
 * For a word in few or no posts: finds all by the index of grams, then posts whose author's name
 * matches.
 * $2, $3 and $4 are the patterns of a whole word, a prefix and a substring; $5 are its grams.
 */
export const SEARCH_RARE =
  pageStatement(`WITH contents AS (SELECT "postId", CASE WHEN "text" LIKE $2 THEN 1 WHEN "text" LIKE $3 THEN 2 ELSE 3 END AS class
      FROM "PostSearch" WHERE "grams" @> $5::int[] AND "text" LIKE $4),
    authors AS (SELECT "userId" FROM "UserSearch" WHERE "grams" @> $5::int[] AND "text" LIKE $4),
    named AS (SELECT p."id" AS "postId", 4 AS class FROM authors CROSS JOIN LATERAL
      (SELECT "id" FROM "Post" WHERE "authorId" = authors."userId" AND NOT "isReply" ORDER BY "id" DESC LIMIT 42) p
      WHERE NOT EXISTS (SELECT FROM contents WHERE contents."postId" = p."id")),
    found AS (SELECT "postId", row_number() OVER (ORDER BY class, "postId" DESC) AS "rank"
      FROM (SELECT * FROM contents UNION ALL SELECT * FROM named) every) ${MATCHING_POSTS}`)

/** $1 is the viewer, $2 the post. */
export const INSERT_LIKE = `INSERT INTO "Like" ("userId", "postId")
  SELECT $1::uuid, "id" FROM "Post" WHERE "id" = $2::uuid AND "hiddenAt" IS NULL FOR KEY SHARE ON CONFLICT DO NOTHING`
export const LIKED_POST = `SELECT json_build_object('posts', json_build_array(json_build_object('id', p."id", 'likesCount', p."likesCount",
    'isLiked', EXISTS (SELECT FROM "Like" l WHERE l."postId" = p."id" AND l."userId" = $1::uuid)))) AS json
  FROM "Post" p WHERE p."id" = $2::uuid AND p."hiddenAt" IS NULL`

/** $1 is the id of the follow, $2 the viewer, $3 the followee. */
export const INSERT_FOLLOW = `INSERT INTO "Follow" ("id", "followerId", "followeeId")
  SELECT $1::uuid, $2::uuid, "id" FROM "User" WHERE "id" = $3::uuid FOR KEY SHARE ON CONFLICT DO NOTHING`
/** $1 is the viewer, $2 the followee. */
export const FOLLOWED_USER = `SELECT json_build_object('posts', '[]'::json, 'user', json_build_object('id', u."id", 'followersCount', u."followersCount",
    'isFollowed', EXISTS (SELECT FROM "Follow" f WHERE f."followerId" = $1::uuid AND f."followeeId" = u."id"))) AS json
  FROM "User" u WHERE u."id" = $2::uuid`

export const INSERT_KEY = `INSERT INTO "PostKey" ("authorId", "key", "hash", "postId") VALUES ($1, $2, $3, $4)`
export const FIND_KEY = `SELECT "postId" FROM "PostKey" WHERE "authorId" = $1 AND "key" = $2`
export const INSERT_POST = `INSERT INTO "Post" ("id", "authorId", "content", "mediaType", "createdAt") VALUES ($1, $2, $3, 'TEXT', $4)`
export const INSERT_POST_SEARCH = `INSERT INTO "PostSearch" ("postId", "text", "grams") VALUES ($1, $2, $3)`
export const CREATED_POST = `SELECT json_build_object('posts', json_build_array(${postJson('$2')})) AS json FROM "Post" p WHERE p."id" = $1`
