import { createHmac, timingSafeEqual } from 'node:crypto'
import { parseCookies } from 'better-call'
import { LRUCache } from 'lru-cache'
import { batched } from '../../batched.ts'
import type { Services } from '../../context.ts'
import type { Database } from '../../database/client.ts'
import { Prisma } from '../../database/generated/prisma/client.ts'
import { texts, uuids } from '../../database/list.ts'
import { cacheCounts } from '../../watch/caches.ts'
import { type Auth, SESSION_LIFETIME, SESSION_RENEWAL } from './auth.ts'

export interface Session {
  token: string
  /** The UUID of the account. */
  userId: string
  expiresAt: Date
  /** Whether its account has yet to choose a username, which it needs for whatever others see. */
  needsUsername: boolean
}

/** Whoever reads, and what of the newest posts they like. */
export interface Reader {
  session: Session
  /** UUIDs of the posts. */
  likes: readonly string[]
}

/** Somebody whose session is looked up by the statement that reads for them, with `whoHas`. */
export interface Asker {
  token: string
  /** @param told what the statement has in "told"; nothing when there was no row */
  hear(told: unknown): void
  /** What they like among the posts from a UUID on, by a statement of its own. */
  likes(oldest: string): Promise<readonly string[]>
  /** What was heard of them; where nothing was, it is looked up. */
  session(): Promise<Session | null>
}

/** Finds out who a request's cookie belongs to: one whose end was answered is nobody's. */
export interface Sessions {
  /** Null without a cookie that this server signed. */
  tokenIn(cookies: string | undefined): string | null
  /** Null once the session ended, expired or its account was disabled. Those that are asked for together share a statement. */
  find(token: string): Promise<Session | null>
  /** As `find`, with their likes among the posts from a UUID on. */
  findReader(token: string, oldest: string): Promise<Reader | null>
  asker(token: string): Asker
  /** Whether the session is to be lengthened, which `renew` does. */
  isDue(session: Session): boolean
  /** Lengthens a session; the `Set-Cookie` lines to send. */
  renew(cookies: string): Promise<string[]>
}

interface Wanted {
  token: string
  oldest: string | null
}

/** How old the time of a session's last use may be before it is written anew: most requests write nothing. */
const USE_NOTED_EACH = '5 minutes'
const MAX_COOKIE_CACHE_BYTES = 2 * 1024 * 1024

export async function createSessions({ settings, database, log }: Services, auth: Auth): Promise<Sessions> {
  const cookieName = (await auth.$context).authCookies.sessionToken.name
  const readBatched = batched(
    async (wanted: readonly Wanted[]) => {
      const { found, toNote } = await readTogether(database, wanted)
      note(toNote)
      return found
    },
    { name: 'session', atOnce: 2, size: 64 },
  )
  /** Tokens by the cookies that were found to be signed. */
  const signed = new LRUCache<string, string>({
    maxSize: MAX_COOKIE_CACHE_BYTES,
    sizeCalculation: (token, cookies) => 2 * (cookies.length + token.length),
  })
  const cookieCounts = cacheCounts('cookies', signed)

  /** Nobody waits for it. */
  function note(tokens: readonly string[]) {
    if (tokens.length > 0) noteUse(database, tokens).catch((err) => log.warn({ err }, 'The use of a session could not be noted'))
  }

  function asker(token: string): Asker {
    let heard: Session | null | undefined
    return {
      token,
      hear(told) {
        heard = null
        if (!told) return
        const [, , isToNote] = told as Told
        heard = sessionOf(token, told as Told)
        if (isToNote) note([token])
      },
      async likes(oldest) {
        const reader = await readBatched({ token, oldest })
        heard = reader?.session ?? null
        return reader?.likes ?? []
      },
      session: async () => (heard === undefined ? ((await readBatched({ token, oldest: null }))?.session ?? null) : heard),
    }
  }

  /** A cookie as better-auth signs it: the token, a dot, its HMAC-SHA256 in base64. */
  function signedToken(cookies: string): string | null {
    const value = cookies.includes(cookieName) ? parseCookies(cookies).get(cookieName) : undefined
    const dot = value?.lastIndexOf('.') ?? -1
    if (!value || dot < 1) return null
    const token = value.slice(0, dot)
    const signature = Buffer.from(value.slice(dot + 1), 'base64')
    const expected = createHmac('sha256', settings.authSecret).update(token).digest()
    return signature.length === expected.length && timingSafeEqual(signature, expected) ? token : null
  }

  return {
    tokenIn(cookies) {
      if (!cookies) return null
      const known = signed.get(cookies)
      if (known !== undefined) {
        cookieCounts.hits++
        return known
      }
      cookieCounts.misses++
      const token = signedToken(cookies)
      if (token !== null) signed.set(cookies, token)
      return token
    },
    find: async (token) => (await readBatched({ token, oldest: null }))?.session ?? null,
    findReader: (token, oldest) => readBatched({ token, oldest }),
    asker,
    isDue: ({ expiresAt }) => expiresAt.getTime() - Date.now() <= (SESSION_LIFETIME - SESSION_RENEWAL) * 1000,
    async renew(cookies) {
      const { headers } = await auth.api.getSession({ headers: new Headers({ cookie: cookies }), returnHeaders: true })
      return headers.getSetCookie()
    },
  }
}

type Told = [userId: string, expiresAt: string, isToNote: boolean, needsUsername: boolean]
type Found = [index: number, likes: string[] | null, ...Told]

const toldColumns = Prisma.sql`s."userId", s."expiresAt", s."updatedAt" < now() - ${USE_NOTED_EACH}::interval, u."needsUsername"`
const account = Prisma.sql`JOIN "User" u ON u."id" = s."userId" AND u."disabledAt" IS NULL`

/** A statement with a row for whoever has a token, if their session lasts: their account's UUID as "userId", and "told" for their `Asker`. */
export const whoHas = (token: Prisma.Sql) => Prisma.sql`SELECT s."userId", json_build_array(${toldColumns}) AS "told"
  FROM "Session" s ${account} WHERE s."token" = ${token} AND s."expiresAt" > now()`

function sessionOf(token: string, [userId, expiresAt, , needsUsername]: Told): Session {
  return { token, userId, expiresAt: new Date(expiresAt), needsUsername }
}

interface Read {
  found: (Reader | null)[]
  /** The tokens whose last use was noted a while ago. */
  toNote: string[]
}

async function readTogether(database: Database, wanted: readonly Wanted[]): Promise<Read> {
  const rows = await database.rows<{ found: Found }>`
    SELECT json_build_array(w."index",
      CASE WHEN w."oldest" IS NOT NULL THEN
        (SELECT json_agg(l."postId") FROM "Like" l WHERE l."userId" = s."userId" AND l."postId" >= w."oldest") END,
      ${toldColumns}) AS "found"
    FROM unnest(${texts(wanted.map(({ token }) => token))}, ${uuids(wanted.map(({ oldest }) => oldest))})
      WITH ORDINALITY w("token", "oldest", "index")
    JOIN "Session" s ON s."token" = w."token" AND s."expiresAt" > now() ${account}`
  const readers: (Reader | null)[] = wanted.map(() => null)
  const toNote = new Set<string>()
  for (const { found } of rows) {
    const [index, likes, ...rest] = found
    const token = wanted[index - 1]?.token ?? ''
    readers[index - 1] = { session: sessionOf(token, rest), likes: likes ?? [] }
    if (rest[2]) toNote.add(token)
  }
  return { found: readers, toNote: [...toNote] }
}

/** Of those that another process is about to note, nothing needs to be done. */
async function noteUse(database: Database, tokens: readonly string[]): Promise<void> {
  await database.$executeRaw`
    UPDATE "Session" SET "updatedAt" = now() WHERE "id" IN (
      SELECT "id" FROM "Session" WHERE "token" = ANY(${tokens}::text[]) AND "updatedAt" < now() - ${USE_NOTED_EACH}::interval
      FOR UPDATE SKIP LOCKED)`
}
