import { createBrowser } from '../people/browser.ts'
import { startReady } from './ready-process.ts'

/** The server's registration at the provider. */
export const client = { clientId: 'vibes', clientSecret: 'hush: a secret/with signs' }

/** The claims that a person submits at the provider, and how to forge the ID token. */
export interface Person {
  sub: string
  email?: string
  email_verified?: 'on'
  name?: string
  preferred_username?: string
  forgery?: 'none' | 'nonce' | 'audience' | 'issuer' | 'expired' | 'signature' | 'unsigned'
}

let people = 0

/** A person with a new subject. */
export function newPerson(about: Partial<Person> = {}): Person {
  const number = ++people
  return {
    sub: `sub-${number}`,
    email: `sunny${number}@example.org`,
    email_verified: 'on',
    name: `Sunny ${number}`,
    ...about,
  }
}

/** Starts a provider in a child process. @returns a function that stops it */
export const startProvider = (port: number, ...redirectUris: string[]) =>
  startReady('oidc-provider.process.ts', {
    env: { PORT: String(port), REDIRECT_URI: redirectUris.join(' ') },
  })

/** Signs in at the provider. @returns the callback URL, or the status and body of an error */
export async function signInAtProvider(
  url: string,
  person: Person | { cancel: 'on' },
): Promise<string> {
  const { origin } = new URL(url)
  const browser = createBrowser(origin)
  const follow = async (address: string, request: RequestInit = {}) => {
    const response = await browser.fetch(address.replace(origin, ''), {
      ...request,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    })
    return response.headers.get('location') ?? `${response.status} ${await response.text()}`
  }
  const interaction = await follow(url)
  const resume = await follow(interaction, {
    method: 'POST',
    body: new URLSearchParams({ ...person }).toString(),
  })
  return follow(resume)
}
