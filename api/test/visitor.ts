/** A browser as far as a server sees it: it keeps cookies and says where it comes from. */
export interface Visitor {
  /** Cookies as the server sees them, by name. */
  cookies: Map<string, string>
  /** Asks for a path. An `json` body is sent as JSON, by POST unless a method is given. Redirects are answers, not followed. */
  fetch(path: string, request?: VisitorRequest): Promise<Response>
  /** Uploads a picture. */
  upload(picture: Uint8Array): Promise<Response>
  /** Makes an account and is signed in with it. */
  signUp(account?: Partial<SignUpBody>): Promise<SignedUp>
}

export interface VisitorRequest extends Omit<RequestInit, 'headers'> {
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
  /** The id as it is outside: `user_…`. */
  id: string
}

let people = 0

/** @param url the server's own address, without a slash at its end */
export function visitor(url: string): Visitor {
  const cookies = new Map<string, string>()

  async function send(
    path: string,
    { json, headers, ...request }: VisitorRequest = {},
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
    for (const line of response.headers.getSetCookie()) keep(line)
    return response
  }

  function keep(line: string) {
    const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
    if (/;\s*max-age=0/i.test(line)) cookies.delete(name)
    else cookies.set(name, value)
  }

  return {
    cookies,
    fetch: send,
    upload(picture) {
      const body = new FormData()
      body.set('file', new Blob([Uint8Array.from(picture)]), 'picture')
      return send('/api/media', { method: 'POST', body })
    },
    async signUp(account) {
      const number = ++people
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
