import { readFileSync, rmSync } from 'node:fs'
import path from 'node:path'
import pg from 'pg'
import sharp from 'sharp'
import { afterAll, expect, inject, test } from 'vitest'
import { findEmbedded } from '#api/database/embedded/embedded.ts'
import { homeOf } from '#api/database/embedded/location.ts'
import { freePort } from '#api/lib/free-port.ts'
import { startBucketServer } from '#api/test/bucket-server.ts'
import { startCollector } from '#api/test/collector.ts'
import { startMailServer } from '#api/test/mail-server.ts'
import { atProvider, client, type Person, startProvider } from '#api/test/oidc-provider.ts'
import { codeOf } from '#api/test/totp.ts'
import { visitor } from '#api/test/visitor.ts'
import { OIDC_CALLBACK, OIDC_START } from '#rules/oidc.ts'
import { emptyDataDir, startProduct } from '../../e2e/server.ts'
import { runCommand } from './commands.ts'

const PATIENCE = 120_000
const DATA_DIR = emptyDataDir()
afterAll(() => rmSync(DATA_DIR, { recursive: true, force: true }))

/** What nobody but its owner and the database may see, each by a name to find it by. Addresses and words of people among it. */
const secrets = {
  authSecret: 'vigilant-otter-of-the-operator-0123456789',
  metricsToken: 'metrics-magpie-token-42',
  collectorKey: 'collector-kestrel-key',
  password: 'sunny heron day 1',
  wrongPassword: 'cloudy heron day 2',
  newPassword: 'sunnier heron day 3',
  resetPassword: 'sunniest heron day 4',
  mailPassword: 'hush/hush',
  providerSecret: client.clientSecret,
  redisPassword: 'reclusive-raccoon-of-redis',
  bucketSecret: 'what nobody may read',
  bucketSignature: 'AWS4-HMAC-SHA256',
  providerEmail: 'soft.capercaillie@secret.example',
  providerSubject: 'subject-of-a-shy-saola',
  email: 'quiet.walrus@secret.example',
  otherEmail: 'loud.walrus@secret.example',
  name: 'Quillon Quagga',
  post: 'A pangolin told me something in confidence.',
  alt: 'An axolotl behind a curtain',
  bio: 'I keep a numbat diary.',
  search: 'marmosetwords',
  link: 'https://tapir.example/picture.webp',
}

test('attack 19: what people write and sign in with, and what the operator keeps secret, is in no log, error, metric or trace', {
  timeout: PATIENCE,
}, async () => {
  const [collector, mails, bucket] = [
    await startCollector(),
    await startMailServer(),
    await startBucketServer(),
  ]
  const [port, providerPort, nobodysPort] = [await freePort(), await freePort(), await freePort()]
  const endProvider = await startProvider(providerPort, `http://localhost:${port}${OIDC_CALLBACK}`)
  expect(bucket.settings.secretAccessKey).toBe(secrets.bucketSecret)
  const product = await startProduct({
    PORT: String(port),
    DATA_DIR,
    SEED: 'none',
    LOG_LEVEL: 'trace',
    AUTH_SECRET: secrets.authSecret,
    METRICS_TOKEN: secrets.metricsToken,
    SMTP_URL: mails.url,
    // Nobody is there, which is said again and again.
    REDIS_URL: `redis://vibes:${secrets.redisPassword}@127.0.0.1:${nobodysPort}`,
    S3_ENDPOINT: bucket.settings.endpoint,
    S3_BUCKET: bucket.settings.bucket,
    S3_ACCESS_KEY_ID: bucket.settings.accessKeyId,
    S3_SECRET_ACCESS_KEY: secrets.bucketSecret,
    OIDC_ISSUER: `http://localhost:${providerPort}`,
    OIDC_CLIENT_ID: client.clientId,
    OIDC_CLIENT_SECRET: secrets.providerSecret,
    OIDC_NAME: 'Sunny ID',
    RATE_LIMIT: 'off',
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    OTEL_EXPORTER_OTLP_HEADERS: `authorization=${secrets.collectorKey}`,
  })
  const ann = visitor(product.url)
  const errors: string[] = []
  const tokens = new Set<string>()
  let requests = 0

  async function send(
    address: string,
    request: Parameters<typeof ann.fetch>[1] = {},
  ): Promise<Response> {
    const response = await ann.fetch(address, request)
    for (const value of ann.cookies.values())
      for (const part of decodeURIComponent(value).split('.'))
        if (part.length > 15) tokens.add(part)
    requests++
    // A page shows people what is theirs, whatever its status.
    if (response.status >= 400 && !response.headers.get('content-type')?.startsWith('text/html'))
      errors.push(await response.clone().text())
    return response
  }
  const graphql = (query: string, variables: Record<string, unknown> = {}) =>
    send('/graphql', { json: { query, variables } })
  const share =
    'mutation CreatePost($input: CreatePostInput!) { createPost(input: $input) { post { id } userErrors { message } } }'
  const find =
    'query Explore($query: String!) { search(query: $query, first: 3) { nodes { content } } }'

  async function everything() {
    const { name, email, password, wrongPassword, newPassword, resetPassword, otherEmail } = secrets
    await send('/api/auth/sign-up/email', { json: { name, username: 'quillon', email, password } })
    const token = await linkFromMail()
    for (const each of [wrongPassword, password])
      await send('/api/auth/sign-up/confirm', { json: { token, password: each } })
    await send('/api/auth/sign-up/email', {
      json: { name, username: 'quillon_2', email, password },
    })
    expect((await mails.next()).subject).toBe('You already have an account')
    await send('/api/auth/sign-up/email', {
      json: { name: '', username: '!', email: otherEmail, password },
    })
    await send('/api/auth/sign-in/email', { json: { email: otherEmail, password: wrongPassword } })
    await send('/api/auth/sign-in/email', { json: { email, password: wrongPassword } })
    await send('/api/auth/sign-in/email', { json: { email, password } })
    await send('/api/auth/sign-in/email', {
      method: 'POST',
      body: `{"password": "${password}"`,
      headers: { 'content-type': 'application/json' },
    })
    await send('/api/auth/change-password', {
      json: { currentPassword: wrongPassword, newPassword },
    })
    await send('/api/auth/change-password', { json: { currentPassword: password, newPassword } })
    await send('/api/auth/sign-in/email', { json: { email, password: newPassword } })
    await send('/api/auth/verify-email', { json: { token: newPassword } })
    await send('/api/auth/request-password-reset', { json: { email: otherEmail } })
    await send('/api/auth/request-password-reset', { json: { email } })
    await send('/api/auth/reset-password', {
      json: { token: await linkFromMail(), password: resetPassword },
    })
    await send('/api/auth/sign-in/email', { json: { email, password: resetPassword } })
    await secondStep({ email, password: resetPassword })
    await withProvider({ lie: 'signature' })
    await withProvider({})
    await linkFromMail()
    await send('/api/auth/send-verification', { json: {} })
    await send('/api/auth/verify-email', { json: { token: await linkFromMail() } })
    await send('/api/auth/sign-in/email', { json: { email, password: resetPassword } })
    for (let time = 0; time < 2; time++) {
      await graphql(share, {
        input: { content: secrets.post, imageUrl: secrets.link, imageAlt: secrets.alt },
      })
      await graphql(find, { query: secrets.search })
    }
    await graphql(share, { input: { content: secrets.post.repeat(20) } })
    await graphql(`{ search(query: "${secrets.search}", first: 1000) { nodes { content } } }`)
    await graphql(`{ user(username: "${secrets.search}"`)
    await send('/api/posts', { json: { content: secrets.post } })
    await send('/api/posts', { json: { content: secrets.post.repeat(20) } })
    await send(`/api/search?q=${secrets.search}`)
    await send(`/${secrets.search}?q=${secrets.search}`)
    await send('/api/users/quillon', { json: { bio: secrets.bio }, method: 'PATCH' })
    await upload(
      await sharp({ create: { width: 9, height: 9, channels: 3, background: '#f80' } })
        .png()
        .toBuffer(),
    )
    await upload(Buffer.from(secrets.bio))
    for (const address of [
      '/api/auth/user',
      '/api/auth/sessions',
      '/api/auth/account',
      '/settings',
      '/profile/quillon',
      '/api/auth/export',
    ])
      await (await send(address)).arrayBuffer()
    await bucket.stop()
    await upload(
      await sharp({ create: { width: 8, height: 8, channels: 3, background: '#08f' } })
        .png()
        .toBuffer(),
    )
  }

  /** What comes and goes by way of a browser: the state, the nonce, the challenge, the code. */
  async function withProvider(about: Partial<Person>) {
    ann.cookies.clear()
    const away = (await send(OIDC_START)).headers.get('location') ?? ''
    const back = await atProvider(away, {
      sub: secrets.providerSubject,
      email: secrets.providerEmail,
      name: secrets.name,
      ...about,
    })
    for (const address of [away, back])
      for (const name of ['state', 'nonce', 'code_challenge', 'code']) {
        const value = new URL(address).searchParams.get(name)
        if (value) tokens.add(value)
      }
    expect((await send(back.slice(new URL(back).origin.length))).status).toBe(302)
  }

  async function linkFromMail(): Promise<string> {
    const { text = '' } = await mails.next()
    const token = /#[\w-]+=([\w-]{43,})$/m.exec(text)?.[1] ?? ''
    expect(token).not.toBe('')
    tokens.add(token)
    return token
  }

  async function secondStep(account: { email: string; password: string }) {
    const { key } = (await (
      await send('/api/auth/two-factor/start', { json: account })
    ).json()) as { key: string }
    await send('/api/auth/two-factor/confirm', { json: { code: '000000' } })
    const confirmed = await send('/api/auth/two-factor/confirm', { json: { code: codeOf(key) } })
    const { recoveryCodes } = (await confirmed.json()) as { recoveryCodes: string[] }
    for (const secret of [key, ...recoveryCodes]) tokens.add(secret)
    for (const code of [undefined, '123123', recoveryCodes[0]])
      await send('/api/auth/sign-in/email', { json: { ...account, code } })
    expect((await send('/api/auth/two-factor/turn-off', { json: account })).status).toBe(204)
  }

  function upload(bytes: Buffer) {
    const body = new FormData()
    body.append(
      'file',
      new Blob([new Uint8Array(bytes)], { type: 'image/png' }),
      `${secrets.search}.png`,
    )
    return send('/api/media', { method: 'POST', body })
  }

  /** What the database says of a row that it does not take repeats the row. */
  async function faults() {
    await send('/api/auth/sign-up/email', {
      json: {
        name: secrets.name,
        username: 'quillon_3',
        email: secrets.otherEmail,
        password: secrets.newPassword,
      },
    })
    const token = await linkFromMail()
    const connectionString = (await findEmbedded(DATA_DIR)) ?? ''
    const { password: databasePassword } = new URL(connectionString)
    if (databasePassword) tokens.add(decodeURIComponent(databasePassword))
    const client = new pg.Client({ connectionString })
    await client.connect()
    for (const table of ['Post', 'Session', 'User', 'Account', 'PostSearch'])
      await client.query(
        `ALTER TABLE "${table}" ADD CONSTRAINT "nothing_more_${table}" CHECK (false) NOT VALID`,
      )
    await client.end()
    const { newPassword, resetPassword, email } = secrets
    const before = errors.length
    await send('/api/auth/sign-up/confirm', { json: { token, password: newPassword } })
    await send('/api/auth/sign-in/email', { json: { email, password: resetPassword } })
    await send('/api/posts', { json: { content: secrets.post } })
    await send('/api/users/quillon', { json: { bio: secrets.bio }, method: 'PATCH' })
    expect(errors.slice(before).map((error) => JSON.parse(error).status)).toEqual([
      500, 500, 500, 500,
    ])
    await graphql(share, { input: { content: secrets.post } })
  }

  try {
    await everything()
    await faults()
    const headers = { authorization: `Bearer ${secrets.metricsToken}` }
    const metrics = await (await fetch(`${product.url}/metrics`, { headers })).text()
    expect(metrics).toContain('http_request_duration_seconds_bucket')
    const log = path.join(homeOf(DATA_DIR), 'server.log')
    expect(await product.stop()).toBe(0)

    const lines = product
      .output()
      .split('\n')
      .filter((line) => line.includes('"route"'))
    expect(lines.length).toBeGreaterThanOrEqual(requests)
    expect(product.output()).toContain('nothing_more_Post')
    expect(collector.spans().length).toBeGreaterThan(requests)
    const written = {
      log: product.output(),
      metrics,
      errors: errors.join('\n'),
      traces: collector.received.map(({ body }) => body).join('\n'),
      database: readFileSync(log, 'utf8'),
    }
    expect(tokens.size).toBeGreaterThan(24)
    const all = Object.entries({
      ...secrets,
      ...Object.fromEntries([...tokens].map((token, index) => [`cookie ${index}`, token])),
    })
    const found = Object.entries(written).flatMap(([where, text]) =>
      all.flatMap(([name, secret]) => tellOf(text, where, name, secret)),
    )
    expect(found).toEqual([])
  } finally {
    await product.stop()
    await endProvider()
    await bucket.stop()
    await collector.close()
    await mails.close()
  }
})

test('a password in DATABASE_URL is in nothing that is said about a database that does not take it', {
  timeout: PATIENCE,
}, async () => {
  const password = 'shy-capybara'
  // One that is not there, one that knows another password, and one that is no address.
  const stranger = Object.assign(new URL(inject('testServer').url), { password }).href
  for (const DATABASE_URL of [
    `postgresql://vibes:${password}@127.0.0.1:1/vibes`,
    stranger,
    `postgresql://vibes:${password}@[nowhere/vibes`,
  ]) {
    for (const command of [
      ['api/main.ts'],
      ['api/ops/cli/main.ts', 'doctor'],
      ['api/ops/cli/main.ts', 'user', 'list'],
    ]) {
      const { code, stdout, stderr } = await runCommand(command, {
        DATABASE_URL,
        DATA_DIR,
        SEED: 'none',
        LOG_LEVEL: 'trace',
      })
      expect(code).toBe(1)
      expect(stdout + stderr).toMatch(/database at 127\.0\.0\.1|DATABASE_URL should look like/)
      expect(stdout + stderr).not.toContain(password)
    }
  }
})

/** Where a secret is found, with a little of what is around it. */
function tellOf(text: string, where: string, name: string, secret: string): string[] {
  for (const form of [secret, encodeURIComponent(secret), JSON.stringify(secret).slice(1, -1)]) {
    const at = text.indexOf(form)
    if (at >= 0)
      return [`${name} in ${where}: ${text.slice(Math.max(0, at - 150), at + form.length + 50)}`]
  }
  return []
}
