import { cookiePrefix } from '#api/settings/cookie-prefix.ts'
import { expectDescribed } from '../operations/described-status.ts'

/** Behaves like a browser: it stores cookies and sends `Origin` and `Sec-Fetch-Site`. */
export interface TestBrowser {
  /** Cookie values by name. */
  cookies: Map<string, string>
  /** A `json` body is sent by POST unless a method is given. Redirects are not followed. */
  fetch(path: string, request?: BrowserRequest): Promise<Response>
  /** Uploads a picture. */
  upload(picture: Uint8Array): Promise<Response>
  /** Takes another browser's cookies, whose names have the port of its server. */
  copyCookies(from: Pick<TestBrowser, 'cookies'>): void
  /** Creates an account and signs in. */
  signUp(account?: Partial<SignUpBody>): Promise<SignedUp>
}

export interface BrowserRequest extends Omit<RequestInit, 'headers'> {
  json?: unknown
  headers?: Record<string, string>
}

export interface SignUpBody {
  name: string
  username: string
  email: string
  password: string
}

export interface SignedUp extends SignUpBody {
  /** The public id: `user_…`. */
  id: string
}

let accounts = 0

/** @param url the server's address without a trailing slash */
export function createBrowser(url: string): TestBrowser {
  const cookies = new Map<string, string>()

  async function send(
    path: string,
    { json, headers, ...request }: BrowserRequest = {},
  ): Promise<Response> {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const response = await fetch(url + path, {
      redirect: 'manual',
      ...(json !== undefined && { method: 'POST', body: JSON.stringify(json) }),
      ...request,
      headers: {
        origin: url,
        'sec-fetch-site': 'same-origin',
        ...(json !== undefined && { 'content-type': 'application/json' }),
        ...(cookie && { cookie }),
        ...headers,
      },
    })
    for (const header of response.headers.getSetCookie()) storeCookie(header)
    const method = request.method ?? (json === undefined ? 'GET' : 'POST')
    expectDescribed(method, url + path, response.status)
    return response
  }

  function storeCookie(header: string) {
    const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(header) ?? []
    if (/;\s*max-age=0/i.test(header)) cookies.delete(name)
    else cookies.set(name, value)
  }

  return {
    cookies,
    fetch: send,
    copyCookies({ cookies: others }) {
      const prefix = cookiePrefix({ publicUrl: url })
      for (const [name, value] of others)
        cookies.set(name.replace(/^good-vibes(-\d+)?(?=\.)/, prefix), value)
    },
    upload(picture) {
      const body = new FormData()
      body.set('file', new Blob([Uint8Array.from(picture)]), 'picture')
      return send('/api/media', { method: 'POST', body })
    },
    async signUp(account) {
      const number = ++accounts
      const body = {
        name: `Person ${number}`,
        username: `visitor_${number}`,
        email: `person${number}@example.org`,
        password: 'sunny day 1',
        ...account,
      }
      const response = await send('/api/auth/sign-up/email', { json: body })
      if (!response.ok) throw new Error(`Sign-up failed: ${await response.text()}`)
      const { user } = (await response.json()) as { user: { id: string } }
      return { ...body, id: user.id }
    },
  }
}
