import { pageStatement, postJson, SESSION } from './sql-statements.ts'

const person = (
  id: string,
) => `(SELECT json_build_object('id', u."id", 'displayName', u."displayName",
  'username', u."username", 'avatar', u."avatar") FROM "User" u WHERE u."id" = ${id})`

const threadJson = postJson(
  `(${SESSION})`,
  `'isReply', p."isReply", 'repliesCount', p."repliesCount", 'repliesClosed', p."repliesClosedAt" IS NOT NULL,
  'threadRootId', p."threadRootId", 'inReplyTo', (SELECT json_build_object('id', r."id", 'author', ${person('r."authorId"')})
    FROM "Post" r WHERE r."id" = p."inReplyToId" AND r."hiddenAt" IS NULL), `,
)

/** $2 is the UUID of the post. */
export const POST_PAGE = pageStatement(
  `SELECT * FROM "Post" WHERE "threadRootId" = $2 AND "hiddenAt" IS NULL ORDER BY "id" LIMIT 21`,
  `'post', (SELECT ${threadJson} FROM "Post" p WHERE p."id" = $2 AND p."hiddenAt" IS NULL), `,
  threadJson,
)

const postOf = (id: string) =>
  `(SELECT json_build_object('id', p."id", 'content', p."content") FROM "Post" p WHERE p."id" = ${id})`

/** Without the people whom the viewer mutes or blocks, and those who block the viewer. */
const isListed = (user: string) => `${user} NOT IN (SELECT "id" FROM hidden)`

const isShown = `EXISTS (SELECT FROM "Post" p WHERE p."id" = n."postId" AND p."hiddenAt" IS NULL OFFSET 0)
  AND CASE n."kind" WHEN 'REPLY' THEN EXISTS (SELECT FROM "Post" r
      WHERE r."id" = n."replyId" AND r."hiddenAt" IS NULL AND ${isListed('r."authorId"')} OFFSET 0)
    ELSE EXISTS (SELECT FROM "NotificationActor" a
      WHERE a."notificationId" = n."id" AND ${isListed('a."userId"')} OFFSET 0) END`

/** The first 20 notifications: groups of likes, and replies. Looks the viewer up once. */
export const NOTIFICATIONS = `WITH viewer AS MATERIALIZED (${SESSION}),
  hidden AS MATERIALIZED (
    SELECT "mutedId" AS "id" FROM "Mute" WHERE "muterId" = (SELECT id FROM viewer)
    UNION ALL SELECT "blockedId" FROM "Block" WHERE "blockerId" = (SELECT id FROM viewer)
    UNION ALL SELECT "blockerId" FROM "Block" WHERE "blockedId" = (SELECT id FROM viewer))
  SELECT json_build_object('notifications', coalesce(json_agg(json_build_object(
    'id', n."id", 'kind', n."kind", 'actorsCount', n."actorsCount", 'post', ${postOf('n."postId"')},
    'isRead', coalesce(n."id" <= (SELECT "readUpToId" FROM "NotificationSettings" WHERE "userId" = (SELECT id FROM viewer)), false),
    'actors', (SELECT json_agg(${person('a."userId"')} ORDER BY a."rank") FROM "NotificationActor" a
      WHERE a."notificationId" = n."id" AND ${isListed('a."userId"')}),
    'reply', CASE WHEN n."replyId" IS NOT NULL THEN (SELECT json_build_object('id', r."id", 'content', r."content",
      'author', ${person('r."authorId"')}) FROM "Post" r WHERE r."id" = n."replyId") END
  )) FILTER (WHERE n."rank" <= 20), '[]'), 'more', count(*) > 20) AS json
  FROM (SELECT *, row_number() OVER () AS "rank" FROM (
    SELECT * FROM "Notification" n WHERE n."userId" = (SELECT id FROM viewer) AND ${isShown}
    ORDER BY n."id" DESC LIMIT 21) page) n`
