import type * as OpenId from 'openid-client'
import type { OidcSettings, Settings } from '#api/settings/settings.ts'
import { OIDC_CALLBACK, type OidcProblemCode } from '#rules/oidc.ts'

/** Why somebody could not be signed in by the provider; the page that they come back to has the words. */
export class OidcProblem extends Error {
  override readonly name = 'OidcProblem'
  readonly code: OidcProblemCode

  constructor(code: OidcProblemCode, cause?: unknown) {
    super(`Signing in with the provider failed: ${code}`, { cause })
    this.code = code
  }
}

/** What has to be the same when somebody comes back as it was when they left. */
export interface Departure {
  state: string
  nonce: string
  /** Of PKCE: who has seen the code alone can do nothing with it. */
  verifier: string
}

/** Whom the provider says somebody is. */
export interface Identity {
  /** The provider and their name there, together one person for ever. */
  provider: string
  subject: string
  email: string | undefined
  emailVerified: boolean
  displayName: string | undefined
  username: string | undefined
}

/** The operator's OpenID provider. It is asked for its addresses when somebody first wants to sign in, so nothing here waits for it. */
export interface Oidc {
  /**
   * Where to send somebody to sign in.
   * @throws OidcProblem
   */
  begin(): Promise<{ departure: Departure; url: string }>
  /**
   * Whom the provider sent back.
   * @param query of the address that they came back to, with its question mark
   * @throws OidcProblem
   */
  finish(query: string, departure: Departure): Promise<Identity>
}

/** Seconds for each answer of the provider. */
const PATIENCE = 5
/** Milliseconds for which its addresses are believed. */
const KEPT = 60 * 60 * 1000
const SCOPE = 'openid profile email'

export function createOidc(
  { publicUrl }: Pick<Settings, 'publicUrl'>,
  settings: OidcSettings,
): Oidc {
  const callback = `${publicUrl}${OIDC_CALLBACK}`
  let known: { configuration: Promise<OpenId.Configuration>; until: number } | undefined

  function configuration(client: typeof OpenId): Promise<OpenId.Configuration> {
    if (!known || known.until < Date.now()) {
      known = { configuration: discover(client, settings), until: Date.now() + KEPT }
      known.configuration.catch(() => {
        known = undefined
      })
    }
    return known.configuration
  }

  return {
    async begin() {
      const client = await import('openid-client')
      const departure = {
        state: client.randomState(),
        nonce: client.randomNonce(),
        verifier: client.randomPKCECodeVerifier(),
      }
      const url = client.buildAuthorizationUrl(await configuration(client), {
        redirect_uri: callback,
        scope: SCOPE,
        state: departure.state,
        nonce: departure.nonce,
        code_challenge: await client.calculatePKCECodeChallenge(departure.verifier),
        code_challenge_method: 'S256',
      })
      return { departure, url: url.href }
    },
    async finish(query, { state, nonce, verifier }) {
      const client = await import('openid-client')
      const provider = await configuration(client)
      const checks = {
        expectedState: state,
        expectedNonce: nonce,
        pkceCodeVerifier: verifier,
        idTokenExpected: true,
      }
      try {
        const tokens = await client.authorizationCodeGrant(
          provider,
          new URL(`${callback}${query}`),
          checks,
        )
        const claims = tokens.claims()
        if (!claims) throw new OidcProblem('failed')
        // Many providers tell the address only to who asks.
        const isToAsk =
          claims.email === undefined && provider.serverMetadata().userinfo_endpoint !== undefined
        const more = isToAsk
          ? await client.fetchUserInfo(provider, tokens.access_token, claims.sub)
          : {}
        return identityFrom({ ...claims, ...more, iss: claims.iss, sub: claims.sub })
      } catch (error) {
        throw problemOf(error)
      }
    },
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
  // What providers take unless they say that they do not.
  const basic: OpenId.ClientAuth = (as, ...rest) => {
    const methods = as.token_endpoint_auth_methods_supported ?? ['client_secret_basic']
    const authenticate = methods.includes('client_secret_basic')
      ? client.ClientSecretBasic
      : client.ClientSecretPost
    return authenticate(clientSecret)(as, ...rest)
  }
  try {
    return await client.discovery(url, clientId, clientSecret, basic, {
      timeout: PATIENCE,
      execute,
    })
  } catch (error) {
    throw new OidcProblem('unreachable', error)
  }
}

function problemOf(error: unknown): OidcProblem {
  if (error instanceof OidcProblem) return error
  const { code, error: told } = error as { code?: unknown; error?: unknown }
  if (told === 'access_denied') return new OidcProblem('declined', error)
  // What fetch throws where no answer comes.
  return new OidcProblem(
    error instanceof TypeError || code === 'OAUTH_TIMEOUT' ? 'unreachable' : 'failed',
    error,
  )
}

function identityFrom(claims: Record<string, unknown> & { iss: string; sub: string }): Identity {
  const text = (value: unknown) => (typeof value === 'string' ? value : undefined)
  return {
    // A subject is one person's at its issuer alone: after a change of providers nobody is taken for another.
    provider: `oidc:${claims.iss}`,
    subject: claims.sub,
    email: text(claims.email),
    emailVerified: claims.email_verified === true,
    displayName: text(claims.name),
    username: text(claims.preferred_username),
  }
}
