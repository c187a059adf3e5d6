import type { TokenScope } from '#rules/token-scopes.ts'
import type { TestServer } from '../servers/server.ts'
import { sendWith, type TestBrowser } from './browser.ts'

export const CREATE_TOKEN = /* GraphQL */ `
  mutation CreateApiToken($input: CreateApiTokenInput!) {
    createApiToken(input: $input) {
      secret
      apiToken { id name scopes createdAt expiresAt lastUsedAt }
      userErrors { code reason field message }
    }
  }`

interface CreatedToken {
  id: string
  secret: string
}

/** Creates an API token of the signed-in account. */
export async function createToken(
  owner: TestBrowser,
  scopes: readonly TokenScope[],
  expiresAt: string | null = null,
): Promise<CreatedToken> {
  const input = { name: 'A script', scopes, expiresAt }
  const response = await owner.fetch('/graphql', {
    json: { query: CREATE_TOKEN, variables: { input } },
  })
  const { createApiToken } = (
    (await response.json()) as {
      data: { createApiToken: { secret: string; apiToken: { id: string } } }
    }
  ).data
  return { id: createApiToken.apiToken.id, secret: createApiToken.secret }
}

/** A program that sends the token, and none of the headers of a browser. */
export function program({ url }: Pick<TestServer, 'url'>, secret: string): TestBrowser {
  return {
    cookies: new Map(),
    cookieHeader: () => '',
    copyCookies() {},
    ...sendWith(url, () => ({ authorization: `Bearer ${secret}` })),
    signUp: () => Promise.reject(new Error('A program signs nobody up.')),
  }
}

/** A token of the signed-in account, and a program that sends it. */
export async function createProgram(
  server: Pick<TestServer, 'url'>,
  ...[owner, scopes, expiresAt]: Parameters<typeof createToken>
): Promise<CreatedToken & { script: TestBrowser }> {
  const token = await createToken(owner, scopes, expiresAt)
  return { ...token, script: program(server, token.secret) }
}
