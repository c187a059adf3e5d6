import type { CoreServices, TokenGrant } from '#api/context.ts'
import { createBatcher } from '#api/database/batch.ts'
import type { Database } from '#api/database/client.ts'
import { Prisma } from '#api/database/generated/prisma/client.ts'
import { texts, uuids } from '#api/database/list.ts'
import { grantOf } from '#api/token-grant.ts'
import { type AccountState, accountState, toViewer } from '#api/viewer.ts'
import { isTokenScope } from '#rules/token-scopes.ts'
import {
  noViewerPosts,
  type ViewerPosts,
  type ViewerPostsTuple,
  viewerPosts,
  viewerPostsSql,
} from '../post/post-viewer-state.ts'

export interface GrantWithPosts {
  grant: TokenGrant
  /** The account's facts about posts. */
  posts: ViewerPosts
}

/** Looks up tokens by the hash of their secret. None is cached, so revoked ones are rejected. */
export interface ApiTokens {
  /** Null if the token expired or was revoked, or its account is disabled. Lookups are batched. */
  find(hash: string): Promise<TokenGrant | null>
  /** Like `find`, with the account's facts about posts from `oldestPostId` on. */
  findWithPosts(hash: string, oldestPostId: string): Promise<GrantWithPosts | null>
}

interface Lookup {
  hash: string
  /** Null to read no facts about posts. */
  oldestPostId: string | null
}

/** A PostgreSQL interval. The last use is written once in it; most requests write nothing. */
const LAST_USE_INTERVAL = '1 minute'

export function createApiTokens({ database, log }: CoreServices): ApiTokens {
  const read = createBatcher((lookups: readonly Lookup[]) => readTokens(lookups), {
    name: 'apiToken',
    concurrency: 2,
    maxBatchSize: 64,
  })

  async function readTokens(lookups: readonly Lookup[]): Promise<(GrantWithPosts | null)[]> {
    const rows = await readRows(database, lookups)
    const stale = rows.flatMap(({ index, isLastUseStale }) =>
      isLastUseStale ? (lookups[index - 1]?.hash ?? []) : [],
    )
    if (stale.length > 0)
      updateLastUse(database, stale).catch((err) =>
        log.warn({ err }, "Could not update an API token's last use"),
      )
    const byIndex = new Map(rows.map((row) => [row.index, row]))
    return lookups.map((_lookup, index) => {
      const row = byIndex.get(index + 1)
      if (!row) return null
      const grant = grantOf(toViewer(row.account), row.scopes.filter(isTokenScope))
      return { grant, posts: row.posts ? viewerPosts(row.posts) : noViewerPosts }
    })
  }

  return {
    find: async (hash) => (await read({ hash, oldestPostId: null }))?.grant ?? null,
    findWithPosts: (hash, oldestPostId) => read({ hash, oldestPostId }),
  }
}

interface TokenRow {
  /** From 1. */
  index: number
  account: AccountState
  scopes: string[]
  isLastUseStale: boolean
  posts: ViewerPostsTuple | null
}

/** Served by the unique index of "ApiToken"."hash", and an index for each fact about posts. */
async function readRows(database: Database, lookups: readonly Lookup[]): Promise<TokenRow[]> {
  const posts = viewerPostsSql(
    Prisma.sql`t."userId"`,
    Prisma.sql`f."postId" >= lookup."oldestPostId"`,
  )
  // SQL: set-based and hot (bench feed-token): every request with a token needs it.
  const rows = await database.rows<{ row: TokenRow }>`
    SELECT json_build_object(
      'index', lookup."index",
      'account', ${accountState},
      'scopes', t."scopes",
      'isLastUseStale', coalesce(t."lastUsedAt" < now() - ${LAST_USE_INTERVAL}::interval, true),
      'posts', CASE WHEN lookup."oldestPostId" IS NOT NULL THEN ${posts} END
    ) AS "row"
    FROM unnest(
      ${texts(lookups.map(({ hash }) => hash))},
      ${uuids(lookups.map(({ oldestPostId }) => oldestPostId))}
    ) WITH ORDINALITY lookup("hash", "oldestPostId", "index")
    JOIN "ApiToken" t ON t."hash" = lookup."hash" AND coalesce(t."expiresAt" > now(), true)
    JOIN "User" u ON u."id" = t."userId" AND u."disabledAt" IS NULL`
  return rows.map(({ row }) => row)
}

/** Skips the tokens that another process is updating. */
async function updateLastUse(database: Database, hashes: readonly string[]): Promise<void> {
  // SQL: row lock (SKIP LOCKED).
  await database.$executeRaw`
    UPDATE "ApiToken" SET "lastUsedAt" = now() WHERE "id" IN (
      SELECT "id" FROM "ApiToken"
      WHERE "hash" = ANY(${hashes}::text[])
        AND coalesce("lastUsedAt" < now() - ${LAST_USE_INTERVAL}::interval, true)
      FOR UPDATE SKIP LOCKED)`
}
