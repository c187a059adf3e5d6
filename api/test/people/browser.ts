import { cookiePrefix } from '#api/settings/cookie-prefix.ts'
import { expectDescribed } from '../operations/described-status.ts'

/** Behaves like a browser: it stores cookies and sends `Origin` and `Sec-Fetch-Site`. */
export interface TestBrowser {
  /** Cookie values by name. */
  cookies: Map<string, string>
  /** The value of its `Cookie` header. */
  cookieHeader(): string
  /** A `json` body is sent by POST unless a method is given. Redirects are not followed. */
  fetch(path: string, request?: BrowserRequest): Promise<Response>
  /** Uploads a picture. */
  upload(picture: Uint8Array, headers?: Record<string, string>): Promise<Response>
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

/**
 * Sends requests, and expects responses that the OpenAPI document lists.
 * @param headersOf the headers of each request, which its own ones override
 */
export function sendWith(
  url: string,
  headersOf: () => Record<string, string>,
  received: (response: Response) => void = () => {},
): Pick<TestBrowser, 'fetch' | 'upload'> {
  async function send(
    path: string,
    { json, headers, ...request }: BrowserRequest = {},
  ): Promise<Response> {
    const method = request.method ?? (json === undefined ? 'GET' : 'POST')
    const response = await fetch(url + path, {
      redirect: 'manual',
      ...(json !== undefined && { body: JSON.stringify(json) }),
      ...request,
      method,
      headers: {
        ...headersOf(),
        ...(json !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
    })
    received(response)
    expectDescribed(method, url + path, response.status)
    return response
  }

  return {
    fetch: send,
    upload(picture, headers = {}) {
      const body = new FormData()
      body.set('file', new Blob([Uint8Array.from(picture)]), 'picture')
      return send('/api/media', { method: 'POST', body, headers })
    },
  }
}

/**
 * @param url the server's address without a trailing slash
 * @param headers sent with each request
 */
export function createBrowser(url: string, headers: Record<string, string> = {}): TestBrowser {
  const cookies = new Map<string, string>()
  const cookieHeader = () => [...cookies].map((pair) => pair.join('=')).join('; ')
  const { fetch, upload } = sendWith(
    url,
    () => ({
      origin: url,
      'sec-fetch-site': 'same-origin',
      ...(cookies.size > 0 && { cookie: cookieHeader() }),
      ...headers,
    }),
    (response) => {
      for (const header of response.headers.getSetCookie()) storeCookie(header)
    },
  )

  function storeCookie(header: string) {
    const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(header) ?? []
    if (/;\s*max-age=0/i.test(header)) cookies.delete(name)
    else cookies.set(name, value)
  }

  return {
    cookies,
    cookieHeader,
    fetch,
    upload,
    copyCookies({ cookies: others }) {
      const prefix = cookiePrefix({ publicUrl: url })
      for (const [name, value] of others)
        cookies.set(name.replace(/^good-vibes(-\d+)?(?=\.)/, prefix), value)
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
      const response = await fetch('/api/auth/sign-up/email', { json: body })
      if (!response.ok) throw new Error(`Sign-up failed: ${await response.text()}`)
      const { user } = (await response.json()) as { user: { id: string } }
      return { ...body, id: user.id }
    },
  }
}
