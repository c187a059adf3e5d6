import { createHmac, timingSafeEqual } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { cookiePrefix, cookiePrefixWithoutPort } from '#api/settings/cookie-prefix.ts'
import type { Settings } from '#api/settings/settings.ts'

/** Each one costs a lookup. No honest browser sends more than two. */
const MAX_TOKENS = 4
/** Of valid signatures. Computing one takes 5 % of a request for a cached page. */
const MAX_VERIFIED = 10_000

interface SignedCookie {
  token: string
  /** As sent: encoded, with the signature. */
  value: string
}

/**
 * Reads better-auth's session cookies. A request can have several of the name: browsers send
 * one that ended before another, and first the one with the longer path.
 */
export class SessionCookie {
  readonly #names: readonly string[]
  readonly #secret: string
  /** Tokens by their signed values. They stay right: a session may end, a signature does not. */
  readonly #verified = new LRUCache<string, string>({ max: MAX_VERIFIED })

  constructor(settings: Pick<Settings, 'publicUrl' | 'authSecret'>) {
    const prefixes = new Set([cookiePrefix(settings), cookiePrefixWithoutPort(settings)])
    this.#names = [...prefixes].map((prefix) => `${prefix}.session_token`)
    this.#secret = settings.authSecret
  }

  /** The tokens of cookies that this server signed: first those with the present name. */
  tokensFrom(cookies: string | undefined): string[] {
    return this.#signed(cookies).map(({ token }) => token)
  }

  /** Leaves one session cookie in the header, with the present name: better-auth needs that. */
  withOnly(cookies: string, token: string): string {
    const [name = ''] = this.#names
    const pairs = cookies.split(';')
    const names = pairs.map(nameOf).filter((each) => this.#names.includes(each))
    if (names.length === 1 && names[0] === name) return cookies
    const others = pairs.filter((pair) => !this.#names.includes(nameOf(pair)))
    const value = this.#signed(cookies).find((each) => each.token === token)?.value
    return [...others.map((pair) => pair.trim()), `${name}=${value}`].join('; ')
  }

  #signed(cookies: string | undefined): SignedCookie[] {
    const names = this.#names.filter((name) => cookies?.includes(name))
    if (!cookies || names.length === 0) return []
    const found = new Map<string, SignedCookie>()
    for (const name of names)
      for (const pair of cookies.split(';')) {
        if (nameOf(pair) !== name || found.size === MAX_TOKENS) continue
        const value = pair.slice(pair.indexOf('=') + 1).trim()
        const token = this.#tokenOf(value)
        if (token !== null && !found.has(token)) found.set(token, { token, value })
      }
    return [...found.values()]
  }

  #tokenOf(value: string): string | null {
    const verified = this.#verified.get(value)
    if (verified !== undefined) return verified
    const token = this.#verify(value)
    if (token !== null) this.#verified.set(value, token)
    return token
  }

  /** A signed value is the token, a dot, and the token's HMAC-SHA256 in base64. */
  #verify(value: string): string | null {
    const decoded = decode(value)
    const dot = decoded.lastIndexOf('.')
    if (dot < 1) return null
    const token = decoded.slice(0, dot)
    const signature = Buffer.from(decoded.slice(dot + 1), 'base64')
    const expected = createHmac('sha256', this.#secret).update(token).digest()
    return signature.length === expected.length && timingSafeEqual(signature, expected)
      ? token
      : null
  }
}

function nameOf(pair: string): string {
  return pair.slice(0, Math.max(0, pair.indexOf('='))).trim()
}

function decode(value: string): string {
  try {
    return decodeURIComponent(value.replace(/^"(.*)"$/, '$1'))
  } catch {
    return value
  }
}
