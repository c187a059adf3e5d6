import { createHmac, timingSafeEqual } from 'node:crypto'
import { parseCookies } from 'better-call'
import type { Services } from '#api/context.ts'
import { createBatcher } from '#api/database/batch.ts'
import type { Database } from '#api/database/client.ts'
import { texts, uuids } from '#api/database/list.ts'
import { type Auth, SESSION_LIFETIME, SESSION_RENEWAL } from './auth.ts'

export interface Session {
  token: string
  /** The UUID of the account. */
  userId: string
  expiresAt: Date
  /** Whether the account has yet to choose a username. Until then it can only read. */
  needsUsername: boolean
}

/** A viewer, and which of the newest posts they like. */
export interface Reader {
  session: Session
  /** UUIDs of the posts. */
  likes: readonly string[]
}

/** Looks up sessions. None is cached, so a session that has ended is never accepted. */
export interface Sessions {
  /** Null without a cookie that this server signed. */
  tokenIn(cookies: string | undefined): string | null
  /** Null once the session ended, expired or its account was disabled. Concurrent lookups share a statement. */
  find(token: string): Promise<Session | null>
  /** As `find`, with the account's likes among the posts from a UUID on. */
  findReader(token: string, oldest: string): Promise<Reader | null>
  /** Whether `renew` should extend the session. */
  isDue(session: Session): boolean
  /** Extends a session. Returns the `Set-Cookie` lines to send. */
  renew(cookies: string): Promise<string[]>
}

interface Lookup {
  token: string
  /** Null where no likes are needed. */
  oldest: string | null
}

/** A PostgreSQL interval. The time of last use is written once in it, so that most requests write nothing. */
const USE_NOTED_EACH = '5 minutes'

export async function createSessions(
  { settings, database, log }: Services,
  auth: Auth,
): Promise<Sessions> {
  const cookieName = (await auth.$context).authCookies.sessionToken.name
  const read = createBatcher((lookups: readonly Lookup[]) => readSessions(lookups), {
    name: 'session',
    concurrency: 2,
    maxBatchSize: 64,
  })

  async function readSessions(lookups: readonly Lookup[]): Promise<(Reader | null)[]> {
    const rows = await readRows(database, lookups)
    const unnoted = rows.flatMap(({ index, isUseUnnoted }) =>
      isUseUnnoted ? (lookups[index - 1]?.token ?? []) : [],
    )
    if (unnoted.length > 0)
      noteUse(database, unnoted).catch((err) =>
        log.warn({ err }, 'The use of a session could not be noted'),
      )
    const byIndex = new Map(rows.map((row) => [row.index, row]))
    return lookups.map(({ token }, index) => {
      const row = byIndex.get(index + 1)
      if (!row) return null
      const { userId, expiresAt, needsUsername, likes } = row
      return {
        session: { token, userId, expiresAt: new Date(expiresAt), needsUsername },
        likes: likes ?? [],
      }
    })
  }

  return {
    // better-auth signs a cookie as its token, a dot, and the HMAC-SHA256 of the token in base64.
    tokenIn(cookies) {
      const value = cookies?.includes(cookieName)
        ? parseCookies(cookies).get(cookieName)
        : undefined
      const dot = value?.lastIndexOf('.') ?? -1
      if (!value || dot < 1) return null
      const token = value.slice(0, dot)
      const signature = Buffer.from(value.slice(dot + 1), 'base64')
      const expected = createHmac('sha256', settings.authSecret).update(token).digest()
      return signature.length === expected.length && timingSafeEqual(signature, expected)
        ? token
        : null
    },
    find: async (token) => (await read({ token, oldest: null }))?.session ?? null,
    findReader: (token, oldest) => read({ token, oldest }),
    isDue: ({ expiresAt }) =>
      expiresAt.getTime() - Date.now() <= (SESSION_LIFETIME - SESSION_RENEWAL) * 1000,
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
  userId: string
  expiresAt: string
  needsUsername: boolean
  isUseUnnoted: boolean
  likes: string[] | null
}

/** Served by the unique index of "Session"."token" and the primary keys of "User" and "Like". */
async function readRows(database: Database, lookups: readonly Lookup[]): Promise<SessionRow[]> {
  // SQL: set-based and hot (bench feed): every signed-in request needs it.
  const rows = await database.rows<{ found: SessionRow }>`
    SELECT json_build_object('index', w."index", 'userId', s."userId", 'expiresAt', s."expiresAt", 'needsUsername', u."needsUsername",
      'isUseUnnoted', s."updatedAt" < now() - ${USE_NOTED_EACH}::interval,
      'likes', CASE WHEN w."oldest" IS NOT NULL THEN
        (SELECT json_agg(l."postId") FROM "Like" l WHERE l."userId" = s."userId" AND l."postId" >= w."oldest") END) AS "found"
    FROM unnest(${texts(lookups.map(({ token }) => token))}, ${uuids(lookups.map(({ oldest }) => oldest))})
      WITH ORDINALITY w("token", "oldest", "index")
    JOIN "Session" s ON s."token" = w."token" AND s."expiresAt" > now()
    JOIN "User" u ON u."id" = s."userId" AND u."disabledAt" IS NULL`
  return rows.map(({ found }) => found)
}

/** Skips the sessions that another process is noting. */
async function noteUse(database: Database, tokens: readonly string[]): Promise<void> {
  // SQL: row lock (SKIP LOCKED).
  await database.$executeRaw`
    UPDATE "Session" SET "updatedAt" = now() WHERE "id" IN (
      SELECT "id" FROM "Session" WHERE "token" = ANY(${tokens}::text[]) AND "updatedAt" < now() - ${USE_NOTED_EACH}::interval
      FOR UPDATE SKIP LOCKED)`
}
