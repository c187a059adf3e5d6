import { createPrivateKey, generateKeyPairSync, sign } from 'node:crypto'
import { createServer, type IncomingMessage } from 'node:http'
import { text } from 'node:stream/consumers'
import { Provider } from 'oidc-provider'

// An OpenID provider for tests. The sign-in form submits the claims, and how to forge the ID token.
// Environment: PORT, REDIRECT_URI (several separated by spaces).

const { PORT = '', REDIRECT_URI = '' } = process.env
const issuer = `http://localhost:${PORT}`
const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
const key = { ...privateKey.export({ format: 'jwk' }), kid: 'test', alg: 'RS256', use: 'sig' }

interface Person {
  email?: string
  email_verified: boolean
  name?: string
  preferred_username?: string
  forgery: string
}
const people = new Map<string, Person>()

const provider = new Provider(issuer, {
  clients: [
    {
      client_id: 'vibes',
      client_secret: 'hush: a secret/with signs',
      redirect_uris: REDIRECT_URI.split(' '),
    },
  ],
  jwks: { keys: [key] },
  cookies: { keys: ['a key of tests'] },
  claims: {
    openid: ['sub'],
    email: ['email', 'email_verified'],
    profile: ['name', 'preferred_username'],
  },
  features: { devInteractions: { enabled: false } },
  pkce: { required: () => true },
  interactions: { url: (_ctx, { uid }) => `/interaction/${uid}` },
  async findAccount(_ctx, sub) {
    const { forgery: _, ...claims } = people.get(sub) ?? { forgery: '' }
    return { accountId: sub, claims: async () => ({ sub, ...claims }) }
  },
  async loadExistingGrant({ oidc }) {
    const { client, session } = oidc
    const grant = new provider.Grant({
      clientId: client?.clientId ?? '',
      accountId: session?.accountId ?? '',
    })
    grant.addOIDCScope('openid profile email')
    await grant.save()
    return grant
  },
})

/** Forges an ID token: wrong claims, no signature or an invalid one. */
function forge(token: string, forgery: string): string {
  const [head = '', body = '', signature = ''] = token.split('.')
  if (forgery === 'signature') return [head, body, `${signature.slice(0, -8)}AAAAAAAA`].join('.')
  const claims = {
    ...JSON.parse(Buffer.from(body, 'base64url').toString()),
    ...forgedClaims[forgery],
  }
  const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  if (forgery === 'unsigned') return `${encode({ alg: 'none' })}.${encode(claims)}.`
  const data = `${head}.${encode(claims)}`
  const privateJwk = createPrivateKey({ key, format: 'jwk' })
  const signed = sign('RSA-SHA256', Buffer.from(data), privateJwk)
  return `${data}.${signed.toString('base64url')}`
}

const forgedClaims: Record<string, object> = {
  nonce: { nonce: 'another' },
  audience: { aud: 'another site' },
  issuer: { iss: 'https://elsewhere.example' },
  expired: { exp: 1_000_000_000 },
}

provider.use(async (ctx, next) => {
  await next()
  const { body } = ctx as { body?: { id_token?: string } }
  const forgery = people.get(ctx.oidc?.account?.accountId ?? '')?.forgery
  if (ctx.path === '/token' && body?.id_token && forgery)
    body.id_token = forge(body.id_token, forgery)
})

const page = `<!doctype html><title>Sign in</title><form method="post">
  <label>Subject <input name="sub"></label> <label>Email <input name="email"></label>
  <label>Name <input name="name"></label>
  <label>Username <input name="preferred_username"></label>
  <label>Verified <input type="checkbox" name="email_verified"></label>
  <button>Sign in</button> <button name="cancel" value="on">Cancel</button></form>`

async function interactionResult(req: IncomingMessage) {
  const form = Object.fromEntries(new URLSearchParams(await text(req)))
  if (form.cancel) return { error: 'access_denied', error_description: 'The user cancelled.' }
  const { sub = '', email, name, preferred_username, forgery = '' } = form
  const claims = {
    ...(email && { email }),
    ...(name && { name }),
    ...(preferred_username && { preferred_username }),
  }
  people.set(sub, { ...claims, email_verified: form.email_verified === 'on', forgery })
  return { login: { accountId: sub } }
}

const callback = provider.callback()
createServer(async (req, res) => {
  if (!req.url?.startsWith('/interaction/')) return callback(req, res)
  if (req.method === 'POST')
    return provider.interactionFinished(req, res, await interactionResult(req))
  res.setHeader('Content-Type', 'text/html').end(page)
}).listen(Number(PORT), 'localhost', () => console.log('ready'))
