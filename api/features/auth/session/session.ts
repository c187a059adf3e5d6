import type { Services, Viewer } from '#api/context.ts'
import { createBatcher } from '#api/database/batch.ts'
import type { Database } from '#api/database/client.ts'
import { Prisma } from '#api/database/generated/prisma/client.ts'
import { texts, uuids } from '#api/database/list.ts'
import { type AccountState, accountState, toViewer } from '#api/viewer.ts'
import {
  noViewerPosts,
  type ViewerPosts,
  type ViewerPostsTuple,
  viewerPosts,
  viewerPostsSql,
} from '../../post/post-viewer-state.ts'
import { type Auth, SESSION_RENEWAL_SECONDS, SESSION_TTL_SECONDS } from './auth.ts'
import { SessionCookie } from './session-cookie.ts'

export interface Session {
  token: string
  /** The UUID of the account. */
  userId: string
  expiresAt: Date
  /** The account that signed in. */
  viewer: Viewer
}

export interface SessionWithPosts {
  session: Session
  /** The account's facts about posts. */
  posts: ViewerPosts
}

/** Looks up sessions. None is cached, so an ended session is never accepted. */
export interface Sessions {
  /** The tokens of all cookies that this server signed. Most requests have one at most. */
  tokensFrom(cookies: string | undefined): string[]
  /** Leaves a single session cookie in a header, as `renew` and better-auth expect. */
  withOnly(cookies: string, token: string): string
  /** Null if the session ended or expired, or its account is disabled. Lookups are batched. */
  find(token: string): Promise<Session | null>
  /** Like `find`, with the account's facts about posts from `oldestPostId` on. */
  findWithPosts(token: string, oldestPostId: string): Promise<SessionWithPosts | null>
  shouldRenew(session: Session): boolean
  /** Extends a session. @returns the `Set-Cookie` headers to send */
  renew(cookies: string): Promise<string[]>
}

interface Lookup {
  token: string
  /** Null to read no facts about posts. */
  oldestPostId: string | null
}

/** A PostgreSQL interval. The last use is written once in it; most requests write nothing. */
const LAST_USE_INTERVAL = '5 minutes'

export function createSessions({ settings, database, log }: Services, auth: Auth): Sessions {
  const cookie = new SessionCookie(settings)
  const read = createBatcher((lookups: readonly Lookup[]) => readSessions(lookups), {
    name: 'session',
    concurrency: 2,
    maxBatchSize: 64,
  })

  async function readSessions(lookups: readonly Lookup[]): Promise<(SessionWithPosts | null)[]> {
    const rows = await readRows(database, lookups)
    const stale = rows.flatMap(({ index, isLastUseStale }) =>
      isLastUseStale ? (lookups[index - 1]?.token ?? []) : [],
    )
    if (stale.length > 0)
      updateLastUse(database, stale).catch((err) =>
        log.warn({ err }, "Could not update a session's last use"),
      )
    const byIndex = new Map(rows.map((row) => [row.index, row]))
    return lookups.map(({ token }, index) => {
      const row = byIndex.get(index + 1)
      if (!row) return null
      return {
        session: {
          token,
          userId: row.account.userId,
          expiresAt: new Date(row.expiresAt),
          viewer: toViewer(row.account),
        },
        posts: row.posts ? viewerPosts(row.posts) : noViewerPosts,
      }
    })
  }

  return {
    tokensFrom: (cookies) => cookie.tokensFrom(cookies),
    withOnly: (cookies, token) => cookie.withOnly(cookies, token),
    find: async (token) => (await read({ token, oldestPostId: null }))?.session ?? null,
    findWithPosts: (token, oldestPostId) => read({ token, oldestPostId }),
    shouldRenew: ({ expiresAt }) =>
      expiresAt.getTime() - Date.now() <= (SESSION_TTL_SECONDS - SESSION_RENEWAL_SECONDS) * 1000,
    async renew(cookies) {
      const { headers } = await auth.api.getSession({
        headers: new Headers({ cookie: cookies }),
        returnHeaders: true,
      })
      return headers.getSetCookie()
    },
  }
}

interface SessionRow {
  /** From 1. */
  index: number
  account: AccountState
  expiresAt: string
  isLastUseStale: boolean
  posts: ViewerPostsTuple | null
}

/** Served by the unique index of "Session"."token", and an index for each fact about posts. */
async function readRows(database: Database, lookups: readonly Lookup[]): Promise<SessionRow[]> {
  const posts = viewerPostsSql(
    Prisma.sql`s."userId"`,
    Prisma.sql`f."postId" >= lookup."oldestPostId"`,
  )
  // SQL: set-based and hot (bench feed): every signed-in request needs it.
  const rows = await database.rows<{ row: SessionRow }>`
    SELECT json_build_object(
      'index', lookup."index",
      'expiresAt', s."expiresAt",
      'account', ${accountState},
      'isLastUseStale', s."updatedAt" < now() - ${LAST_USE_INTERVAL}::interval,
      'posts', CASE WHEN lookup."oldestPostId" IS NOT NULL THEN ${posts} END
    ) AS "row"
    FROM unnest(
      ${texts(lookups.map(({ token }) => token))},
      ${uuids(lookups.map(({ oldestPostId }) => oldestPostId))}
    ) WITH ORDINALITY lookup("token", "oldestPostId", "index")
    JOIN "Session" s ON s."token" = lookup."token" AND s."expiresAt" > now()
    JOIN "User" u ON u."id" = s."userId" AND u."disabledAt" IS NULL`
  return rows.map(({ row }) => row)
}

/** Skips the sessions that another process is updating. */
async function updateLastUse(database: Database, tokens: readonly string[]): Promise<void> {
  // SQL: row lock (SKIP LOCKED).
  await database.$executeRaw`
    UPDATE "Session" SET "updatedAt" = now() WHERE "id" IN (
      SELECT "id" FROM "Session"
      WHERE "token" = ANY(${tokens}::text[])
        AND "updatedAt" < now() - ${LAST_USE_INTERVAL}::interval
      FOR UPDATE SKIP LOCKED)`
}
