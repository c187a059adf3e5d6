import { createPrivateKey, generateKeyPairSync, sign } from 'node:crypto'
import { createServer, type IncomingMessage } from 'node:http'
import { text } from 'node:stream/consumers'
import { Provider } from 'oidc-provider'

// An OpenID provider as other people run it, for tests. Whoever signs in says who they are, and which lie it is to tell of them.
// Environment: PORT, REDIRECT_URI (several with a space between them).

const { PORT = '', REDIRECT_URI = '' } = process.env
const issuer = `http://localhost:${PORT}`
const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
const key = { ...privateKey.export({ format: 'jwk' }), kid: 'test', alg: 'RS256', use: 'sig' }

interface Person {
  email?: string
  email_verified: boolean
  name?: string
  preferred_username?: string
  lie: string
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
    const { lie: _, ...claims } = people.get(sub) ?? { lie: '' }
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

/** Signs an ID token again, with something in it that should not be. */
function lied(token: string, lie: string): string {
  const [head = '', body = '', signature = ''] = token.split('.')
  if (lie === 'signature') return [head, body, `${signature.slice(0, -8)}AAAAAAAA`].join('.')
  const claims = { ...JSON.parse(Buffer.from(body, 'base64url').toString()), ...untruths[lie] }
  const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  if (lie === 'unsigned') return `${encode({ alg: 'none' })}.${encode(claims)}.`
  const data = `${head}.${encode(claims)}`
  return `${data}.${sign('RSA-SHA256', Buffer.from(data), createPrivateKey({ key, format: 'jwk' })).toString('base64url')}`
}

const untruths: Record<string, object> = {
  nonce: { nonce: 'another' },
  audience: { aud: 'another site' },
  issuer: { iss: 'https://elsewhere.example' },
  expired: { exp: 1_000_000_000 },
}

provider.use(async (ctx, next) => {
  await next()
  const { body } = ctx as { body?: { id_token?: string } }
  const lie = people.get(ctx.oidc?.account?.accountId ?? '')?.lie
  if (ctx.path === '/token' && body?.id_token && lie) body.id_token = lied(body.id_token, lie)
})

const form = `<!doctype html><title>Who are you?</title><form method="post">
  <label>Subject <input name="sub"></label> <label>Email <input name="email"></label> <label>Name <input name="name"></label>
  <label>Username <input name="preferred_username"></label> <label>Verified <input type="checkbox" name="email_verified"></label>
  <button>Sign in</button> <button name="cancel" value="on">Cancel</button></form>`

async function answers(req: IncomingMessage) {
  const given = Object.fromEntries(new URLSearchParams(await text(req)))
  if (given.cancel) return { error: 'access_denied', error_description: 'They did not want to.' }
  const { sub = '', email, name, preferred_username, lie = '' } = given
  const known = {
    ...(email && { email }),
    ...(name && { name }),
    ...(preferred_username && { preferred_username }),
  }
  people.set(sub, { ...known, email_verified: given.email_verified === 'on', lie })
  return { login: { accountId: sub } }
}

const callback = provider.callback()
createServer(async (req, res) => {
  if (!req.url?.startsWith('/interaction/')) return callback(req, res)
  if (req.method === 'POST') return provider.interactionFinished(req, res, await answers(req))
  res.setHeader('Content-Type', 'text/html').end(form)
}).listen(Number(PORT), 'localhost', () => console.log('ready'))
