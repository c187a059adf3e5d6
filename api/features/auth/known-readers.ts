import { remember } from '../../remember.ts'
import { cacheCounts } from '../../watch/caches.ts'
import type { Reader } from './session.ts'

interface Known extends Reader {
  /** The UUID of the oldest post of which it is known whether they like it; null when it is known of none. */
  oldest: string | null
  /** When it is looked up again in any case. */
  until: number
}

/** A look-up under way: of whom anything is told meanwhile, what it finds may be old already. */
export interface LookUp {
  told: Set<string> | 'everybody'
}

/** Accounts. */
const MOST_KNOWN = 20_000
/** Who likes more of the newest posts is not remembered, nor more of an account's sessions: there is an end to what each takes. */
const MOST_LIKES = 50
const MOST_SESSIONS = 4
const MOST_IDS = 1_000
/** Milliseconds for which somebody is known, and for which a session has to last: clocks differ. */
const LASTS = 300_000
const LASTING = 600_000
/** What was missed may not be committed yet, and is told when it is. For so many milliseconds nobody is known. */
const IN_DOUBT = 1_000

/**
 * Who has which session, and what they like of the newest posts: as it was looked up, until there are news of them. Whether there are news
 * is for whoever asks to find out (`NewsCourse.ask`).
 */
export class KnownReaders {
  readonly #lasts: number
  /** By account. */
  readonly #known = new Map<string, readonly Known[]>()
  readonly #lookUps = new Set<LookUp>()
  readonly #ids = new Map<string, string>()
  readonly #counts = cacheCounts('readers', this.#known)
  #doubtful = Number.NEGATIVE_INFINITY

  /** @param lasts milliseconds; 0 where whatever stands in the database changes past the product */
  constructor(lasts = LASTS) {
    this.#lasts = lasts
  }

  /** @param oldest the UUID of a post: as far as that it has to be known what they like; null where that is of no use */
  find(userId: string, token: string, oldest: string | null): Reader | null {
    const known = this.#known.get(userId)?.find(({ session }) => session.token === token)
    const now = performance.now()
    if (!known || !reaches(known, oldest) || known.until <= now || this.#doubtful > now) {
      this.#counts.misses++
      return null
    }
    this.#counts.hits++
    return known
  }

  /** Whether somebody who was found a moment ago is still known as that. */
  isCurrent(reader: Reader): boolean {
    return this.#known.get(reader.session.userId)?.some((known) => known === reader) ?? false
  }

  /** A look-up begins. */
  begin(): LookUp {
    const lookUp: LookUp = { told: new Set() }
    this.#lookUps.add(lookUp)
    return lookUp
  }

  end(lookUp: LookUp): void {
    this.#lookUps.delete(lookUp)
  }

  /** Keeps what a look-up has found, before its end. */
  keep({ told }: LookUp, reader: Reader, oldest: string | null): void {
    const { userId, token, expiresAt } = reader.session
    if (this.#lasts === 0 || told === 'everybody' || told.has(userId) || reader.likes.length > MOST_LIKES) return
    if (expiresAt.getTime() - Date.now() < LASTING) return
    const now = performance.now()
    const before = this.#known.get(userId) ?? []
    if (oldest === null && before.some(({ session, until }) => session.token === token && until > now)) return
    const others = before.filter(({ session }) => session.token !== token)
    const likes = reader.likes.map((id) => this.#shared(id))
    const known = { ...reader, likes, oldest, until: now + this.#lasts }
    remember(this.#known, userId, [known, ...others].slice(0, MOST_SESSIONS), MOST_KNOWN)
  }

  /** The newest posts are few, and many like them: each id is kept once. */
  #shared(id: string): string {
    const shared = this.#ids.get(id)
    if (shared === undefined) remember(this.#ids, id, id, MOST_IDS)
    return shared ?? id
  }

  /** There are news of an account. */
  forget(userId: string): void {
    this.#known.delete(userId)
    for (const { told } of this.#lookUps) if (told !== 'everybody') told.add(userId)
  }

  forgetAll(): void {
    this.#known.clear()
    for (const lookUp of this.#lookUps) lookUp.told = 'everybody'
  }

  /** News were missed. */
  doubt(): void {
    this.forgetAll()
    this.#doubtful = performance.now() + IN_DOUBT
  }
}

function reaches(known: Known, oldest: string | null): boolean {
  return oldest === null || (known.oldest !== null && known.oldest <= oldest)
}
