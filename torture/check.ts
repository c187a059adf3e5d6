import { existsSync, readdirSync } from 'node:fs'
import path from 'node:path'
import type pg from 'pg'
import sharp from 'sharp'
import { pictureFiles } from '#api/features/media/picture-store.ts'
import { withClient } from '#api/lib/pg-client.ts'
import { type History, isDeleted, type RecordedPost } from './history.ts'

/** Queries that must return no rows. */
const VIOLATIONS = {
  'posts with a wrong like count':
    'SELECT FROM "Post" p WHERE p."likesCount" <> (SELECT count(*) FROM "Like" l WHERE l."postId" = p."id")',
  'posts with a wrong share count': `SELECT FROM "Post" p WHERE p."sharesCount" <> (SELECT count(*) FROM "FeedEvent" e WHERE e."postId" = p."id" AND e."kind" = 'SHARE')`,
  'posts with a wrong count of replies':
    'SELECT FROM "Post" p WHERE p."repliesCount" <> (SELECT count(*) FROM "Post" r WHERE r."threadRootId" = p."id")',
  'users with a wrong count of followers':
    'SELECT FROM "User" u WHERE u."followersCount" <> (SELECT count(*) FROM "Follow" f WHERE f."followeeId" = u."id")',
  'users with a wrong count of followees':
    'SELECT FROM "User" u WHERE u."followingCount" <> (SELECT count(*) FROM "Follow" f WHERE f."followerId" = u."id")',
  'posts without an event':
    'SELECT FROM "Post" p WHERE NOT p."isReply" AND NOT EXISTS (SELECT FROM "FeedEvent" e WHERE e."id" = p."id" AND e."actorId" = p."authorId")',
  'posts without an entry in the search index':
    'SELECT FROM "Post" p WHERE NOT p."isReply" AND NOT EXISTS (SELECT FROM "PostSearch" s WHERE s."postId" = p."id")',
  'users without an entry in the search index':
    'SELECT FROM "User" u WHERE NOT EXISTS (SELECT FROM "UserSearch" s WHERE s."userId" = u."id")',
  'registered users with neither password nor passkey': `SELECT FROM "User" u WHERE u."username" LIKE 'visitor\\_%' AND NOT EXISTS (SELECT FROM "Account" a WHERE a."userId" = u."id")`,
  'posts with a photo that is not an upload': `SELECT FROM "Post" p WHERE p."imageUrl" LIKE '/media/%' AND p."mediaId" IS NULL`,
}

/**
 * Compares a history with the database and the uploaded files.
 * @param directUrl of the database
 * @param dataDir null where the pictures are elsewhere
 * @returns a sentence for each problem
 */
export async function checkHistory(
  history: History,
  directUrl: string,
  dataDir: string | null,
): Promise<string[]> {
  return withClient({ connectionString: directUrl }, async (client) => [
    ...history.problems,
    ...(await checkPosts(history, client)),
    ...(await checkOrder(history, client)),
    ...(await checkLikes(history, client)),
    ...(await checkCounts(client)),
    ...(dataDir === null ? [] : await checkFiles(client, dataDir)),
  ])
}

/** Checks what has to hold independent of the history. */
export const checkConsistency = (directUrl: string, dataDir: string): Promise<string[]> =>
  withClient({ connectionString: directUrl }, async (client) => [
    ...(await checkCounts(client)),
    ...(await checkFiles(client, dataDir)),
  ])

async function checkCounts(client: pg.Client): Promise<string[]> {
  const problems: string[] = []
  for (const [what, sql] of Object.entries(VIOLATIONS)) {
    const { rowCount } = await client.query(sql)
    if (rowCount) problems.push(`There are ${rowCount} ${what}.`)
  }
  return problems
}

async function checkFiles(client: pg.Client, dataDir: string): Promise<string[]> {
  const problems: string[] = []
  const folder = path.join(dataDir, 'media')
  const files = existsSync(folder)
    ? readdirSync(folder).filter((name) => name.endsWith('.webp'))
    : []
  const { rows } = await client.query<{ hash: string }>('SELECT DISTINCT "hash" FROM "Media"')
  for (const { hash } of rows) {
    for (const file of pictureFiles(hash))
      if (!files.includes(file)) problems.push(`${file} is missing.`)
  }
  for (const file of files) {
    const isComplete = await sharp(path.join(folder, file))
      .raw()
      .toBuffer()
      .then(() => true)
      .catch(() => false)
    // The cleanup job may have removed an unused file.
    if (!isComplete && existsSync(path.join(folder, file))) problems.push(`${file} is incomplete.`)
  }
  return problems
}

async function checkPosts({ posts }: History, client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ content: string; times: number }>(
    `SELECT p."content", count(*)::int AS "times" FROM "Post" p JOIN "User" u ON u."id" = p."authorId" AND u."username" LIKE 'visitor\\_%'
     GROUP BY p."content"`,
  )
  const times = new Map(rows.map((row) => [row.content, row.times]))
  const sent = new Set(posts.map(({ content }) => content))
  const problems = rows
    .filter(({ content }) => !sent.has(content))
    .map(({ content }) => `${content} exists, but no user sent it.`)
  for (const post of posts) {
    const { content, created, deleted } = post
    const count = times.get(content) ?? 0
    const mayBeMissing = created === 'unknown' || isDeleted(post)
    const mayExist = deleted !== 'acknowledged'
    if (count > 1) problems.push(`${content} exists ${count} times.`)
    if (count === 0 && !mayBeMissing) problems.push(`${content} was acknowledged, but is missing.`)
    if (count > 0 && !mayExist)
      problems.push(`${content} exists, but its deletion was acknowledged.`)
  }
  return problems
}

/** A post sent after another was acknowledged has to be newer, even when the clock was changed. */
async function checkOrder({ posts }: History, client: pg.Client): Promise<string[]> {
  const sent = new Map(posts.map((post) => [post.content, post]))
  const { rows } = await client.query<{ content: string; createdAt: Date }>(
    'SELECT "content", "createdAt" FROM "Post" ORDER BY "id" DESC',
  )
  const problems: string[] = []
  let newer: RecordedPost | undefined
  let newerTime = Number.POSITIVE_INFINITY
  for (const { content, createdAt } of rows) {
    if (createdAt.getTime() > newerTime)
      problems.push(`${content} has a later time than the post before it in the feed.`)
    newerTime = createdAt.getTime()
    const post = sent.get(content)
    if (!post) continue
    if (newer && newer.acknowledgedAt < post.sentAt)
      problems.push(
        `${newer.content} was acknowledged before ${content} was sent, but is newer in the feed.`,
      )
    if (!newer || post.acknowledgedAt < newer.acknowledgedAt) newer = post
  }
  return problems
}

async function checkLikes({ likes }: History, client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ username: string; content: string }>(
    `SELECT u."username", p."content" FROM "Like" l JOIN "User" u ON u."id" = l."userId" JOIN "Post" p ON p."id" = l."postId"
     WHERE u."username" LIKE 'visitor\\_%'`,
  )
  const stored = new Set(rows.map(({ username, content }) => `${username} ${content}`))
  const problems: string[] = []
  for (const [key, { username, post, state }] of likes) {
    // Deleting a post deletes its likes.
    if (isDeleted(post) && !stored.has(key)) continue
    if (state === 'liked' && !stored.has(key))
      problems.push(`The like of ${username} for ${post.content} was acknowledged, but is missing.`)
    if (state === 'not liked' && stored.has(key))
      problems.push(`${username} still likes ${post.content} after an acknowledged unlike.`)
  }
  for (const key of stored)
    if (!likes.has(key)) problems.push(`There is a like that no user sent: ${key}.`)
  return problems
}
