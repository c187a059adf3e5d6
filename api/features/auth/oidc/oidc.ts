import type * as OpenId from 'openid-client'
import type { OidcSettings, Settings } from '#api/settings/settings.ts'
import { OIDC_CALLBACK, type OidcProblemCode } from '#rules/oidc.ts'

/** A failed sign-in with the provider. rules/ has the message of each code. */
export class OidcError extends Error {
  override readonly name = 'OidcError'
  readonly code: OidcProblemCode

  constructor(code: OidcProblemCode, cause?: unknown) {
    super(`Signing in with the provider failed: ${code}`, { cause })
    this.code = code
  }
}

/** What the callback is checked against. */
export interface AuthorizationRequest {
  state: string
  nonce: string
  /** PKCE code verifier. */
  verifier: string
}

/** Who the provider says the person is. */
export interface Identity {
  /** The issuer. With the subject, it identifies a person permanently. */
  provider: string
  subject: string
  email: string | undefined
  emailVerified: boolean
  displayName: string | undefined
  username: string | undefined
}

/** A client of the operator's OpenID provider. */
export interface Oidc {
  /**
   * Builds the URL of the provider's sign-in page.
   * @throws OidcError
   */
  createRequest(): Promise<{ request: AuthorizationRequest; url: string }>
  /**
   * Exchanges the callback's code for an identity.
   * @param query the callback's query string, with `?`
   * @throws OidcError
   */
  exchangeCode(query: string, request: AuthorizationRequest): Promise<Identity>
}

/** Per request to the provider. */
const TIMEOUT_SECONDS = 5
const DISCOVERY_TTL_MS = 60 * 60 * 1000
const SCOPE = 'openid profile email'

/** Discovers the provider's endpoints at the first sign-in, so startup does not depend on it. */
export function createOidc(
  { publicUrl }: Pick<Settings, 'publicUrl'>,
  settings: OidcSettings,
): Oidc {
  const redirectUri = `${publicUrl}${OIDC_CALLBACK}`
  const configuration = cacheDiscovery(settings)

  return {
    async createRequest() {
      const client = await import('openid-client')
      const request = {
        state: client.randomState(),
        nonce: client.randomNonce(),
        verifier: client.randomPKCECodeVerifier(),
      }
      const url = client.buildAuthorizationUrl(await configuration(client), {
        redirect_uri: redirectUri,
        scope: SCOPE,
        state: request.state,
        nonce: request.nonce,
        code_challenge: await client.calculatePKCECodeChallenge(request.verifier),
        code_challenge_method: 'S256',
      })
      return { request, url: url.href }
    },
    async exchangeCode(query, { state, nonce, verifier }) {
      const client = await import('openid-client')
      const provider = await configuration(client)
      try {
        const tokens = await client.authorizationCodeGrant(
          provider,
          new URL(`${redirectUri}${query}`),
          {
            expectedState: state,
            expectedNonce: nonce,
            pkceCodeVerifier: verifier,
            idTokenExpected: true,
          },
        )
        return await fetchIdentity(client, provider, tokens)
      } catch (error) {
        throw toOidcError(error)
      }
    },
  }
}

/** Failures are not cached. */
function cacheDiscovery(settings: OidcSettings) {
  let cached: { configuration: Promise<OpenId.Configuration>; expiresAt: number } | undefined
  return (client: typeof OpenId): Promise<OpenId.Configuration> => {
    if (!cached || cached.expiresAt < Date.now()) {
      cached = {
        configuration: discover(client, settings),
        expiresAt: Date.now() + DISCOVERY_TTL_MS,
      }
      cached.configuration.catch(() => {
        cached = undefined
      })
    }
    return cached.configuration
  }
}

async function discover(
  client: typeof OpenId,
  { issuer, clientId, clientSecret }: OidcSettings,
): Promise<OpenId.Configuration> {
  const url = new URL(issuer)
  const execute = [
    client.enableNonRepudiationChecks,
    ...(url.protocol === 'http:' ? [client.allowInsecureRequests] : []),
  ]
  // OpenID Connect's default method, unless the provider lists only others.
  const clientAuth: OpenId.ClientAuth = (as, ...rest) => {
    const methods = as.token_endpoint_auth_methods_supported ?? ['client_secret_basic']
    const authenticate = methods.includes('client_secret_basic')
      ? client.ClientSecretBasic
      : client.ClientSecretPost
    return authenticate(clientSecret)(as, ...rest)
  }
  try {
    return await client.discovery(url, clientId, clientSecret, clientAuth, {
      timeout: TIMEOUT_SECONDS,
      execute,
    })
  } catch (error) {
    throw new OidcError('unreachable', error)
  }
}

async function fetchIdentity(
  client: typeof OpenId,
  provider: OpenId.Configuration,
  tokens: Awaited<ReturnType<typeof OpenId.authorizationCodeGrant>>,
): Promise<Identity> {
  const claims = tokens.claims()
  if (!claims) throw new OidcError('failed')
  // Many providers send the email only from the userinfo endpoint.
  const needsUserInfo =
    claims.email === undefined && provider.serverMetadata().userinfo_endpoint !== undefined
  const userInfo = needsUserInfo
    ? await client.fetchUserInfo(provider, tokens.access_token, claims.sub)
    : {}
  return identityFrom({ ...claims, ...userInfo, iss: claims.iss, sub: claims.sub })
}

function toOidcError(error: unknown): OidcError {
  if (error instanceof OidcError) return error
  const { code, error: oauthError } = error as { code?: unknown; error?: unknown }
  if (oauthError === 'access_denied') return new OidcError('declined', error)
  // fetch throws a TypeError if it cannot connect.
  const isUnreachable = error instanceof TypeError || code === 'OAUTH_TIMEOUT'
  return new OidcError(isUnreachable ? 'unreachable' : 'failed', error)
}

function identityFrom(claims: Record<string, unknown> & { iss: string; sub: string }): Identity {
  const text = (value: unknown) => (typeof value === 'string' ? value : undefined)
  return {
    // A subject is unique only within its issuer, and the operator may change providers.
    provider: `oidc:${claims.iss}`,
    subject: claims.sub,
    email: text(claims.email),
    emailVerified: claims.email_verified === true,
    displayName: text(claims.name),
    username: text(claims.preferred_username),
  }
}
