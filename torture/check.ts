import { existsSync, readdirSync } from 'node:fs'
import path from 'node:path'
import pg from 'pg'
import sharp from 'sharp'
import type { History, KnownPost } from './history.ts'

/** What must be empty, whatever was done. */
const NEVER = {
  'posts whose count is not the number of their likes':
    'SELECT FROM "Post" p WHERE p."likesCount" <> (SELECT count(*) FROM "Like" l WHERE l."postId" = p."id")',
  'posts that the search does not know':
    'SELECT FROM "Post" p WHERE NOT EXISTS (SELECT FROM "PostSearch" s WHERE s."postId" = p."id")',
  'people whom the search does not know':
    'SELECT FROM "User" u WHERE NOT EXISTS (SELECT FROM "UserSearch" s WHERE s."userId" = u."id")',
  'people with neither password nor passkey, who signed up': `SELECT FROM "User" u WHERE u."username" LIKE 'visitor\\_%' AND NOT EXISTS (SELECT FROM "Account" a WHERE a."userId" = u."id")`,
  'posts with a picture that is nobody’s upload': `SELECT FROM "Post" p WHERE p."imageUrl" LIKE '/media/%' AND p."mediaId" IS NULL`,
}

/**
 * Compares a history with a database and its pictures.
 * @param directUrl of the database
 * @returns a sentence for everything that is not as it has to be
 */
export async function check(
  history: History,
  directUrl: string,
  dataDir: string,
): Promise<string[]> {
  const client = new pg.Client({ connectionString: directUrl })
  await client.connect()
  try {
    const found = [
      ...(await checkPosts(history, client)),
      ...(await checkOrder(history, client)),
      ...(await checkLikes(history, client)),
      ...(await checkRows(client, dataDir)),
    ]
    return [...history.problems, ...found]
  } finally {
    await client.end()
  }
}

/** What has to be so without any history. */
export async function checkRows(client: pg.Client, dataDir: string): Promise<string[]> {
  const problems: string[] = []
  for (const [what, sql] of Object.entries(NEVER)) {
    const { rowCount } = await client.query(sql)
    if (rowCount) problems.push(`There are ${rowCount} ${what}.`)
  }
  const folder = path.join(dataDir, 'media')
  const files = existsSync(folder)
    ? readdirSync(folder).filter((name) => name.endsWith('.webp'))
    : []
  const { rows } = await client.query<{ hash: string }>('SELECT DISTINCT "hash" FROM "Media"')
  for (const { hash } of rows) {
    for (const file of [`${hash}.webp`, `${hash}-small.webp`])
      if (!files.includes(file)) problems.push(`${file} is missing.`)
  }
  for (const file of files) {
    const isWhole = await sharp(path.join(folder, file))
      .raw()
      .toBuffer()
      .then(() => true)
      .catch(() => false)
    // A sweep may have removed one that is nobody's.
    if (!isWhole && existsSync(path.join(folder, file))) problems.push(`${file} is half a file.`)
  }
  return problems
}

async function checkPosts({ posts }: History, client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ content: string; times: number }>(
    `SELECT p."content", count(*)::int AS "times" FROM "Post" p JOIN "User" u ON u."id" = p."authorId" AND u."username" LIKE 'visitor\\_%'
     GROUP BY p."content"`,
  )
  const times = new Map(rows.map((row) => [row.content, row.times]))
  const known = new Set(posts.map(({ content }) => content))
  const problems = rows
    .filter(({ content }) => !known.has(content))
    .map(({ content }) => `${content} is there, though nobody made it.`)
  for (const { content, made, deleted } of posts) {
    const count = times.get(content) ?? 0
    const mayBeGone = made === 'unknown' || deleted !== null
    const mayBeThere = deleted !== 'acknowledged'
    if (count > 1) problems.push(`${content} is there ${count} times.`)
    if (count === 0 && !mayBeGone) problems.push(`${content} was acknowledged and is lost.`)
    if (count > 0 && !mayBeThere) problems.push(`${content} is there again after it was deleted.`)
  }
  return problems
}

/** Whoever posted after somebody had the answer comes after them, whatever any clock said. */
async function checkOrder({ posts }: History, client: pg.Client): Promise<string[]> {
  const known = new Map(posts.map((post) => [post.content, post]))
  const { rows } = await client.query<{ content: string; createdAt: Date }>(
    'SELECT "content", "createdAt" FROM "Post" ORDER BY "id" DESC',
  )
  const problems: string[] = []
  let later: KnownPost | undefined
  let createdLater = Number.POSITIVE_INFINITY
  for (const { content, createdAt } of rows) {
    if (createdAt.getTime() > createdLater)
      problems.push(`${content} says that it was made after what comes before it in the feed.`)
    createdLater = createdAt.getTime()
    const post = known.get(content)
    if (!post) continue
    if (later && later.madeAt < post.sentAt)
      problems.push(`${later.content} was there before ${content} was sent, and comes before it.`)
    if (!later || post.madeAt < later.madeAt) later = post
  }
  return problems
}

async function checkLikes({ likes }: History, client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ username: string; content: string }>(
    `SELECT u."username", p."content" FROM "Like" l JOIN "User" u ON u."id" = l."userId" JOIN "Post" p ON p."id" = l."postId"
     WHERE u."username" LIKE 'visitor\\_%'`,
  )
  const there = new Set(rows.map(({ username, content }) => `${username} ${content}`))
  const problems: string[] = []
  for (const [key, { username, post, state }] of likes) {
    // A post that may be gone takes its likes along.
    if (post.deleted !== null && !there.has(key)) continue
    if (state === 'liked' && !there.has(key))
      problems.push(`That ${username} likes ${post.content} was acknowledged and is lost.`)
    if (state === 'not liked' && there.has(key))
      problems.push(`${username} likes ${post.content} after taking that back.`)
  }
  for (const key of there)
    if (!likes.has(key)) problems.push(`There is a like that nobody gave: ${key}.`)
  return problems
}
