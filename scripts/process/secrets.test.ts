import { readFileSync, rmSync } from 'node:fs'
import path from 'node:path'
import pg from 'pg'
import { afterAll, expect, test } from 'vitest'
import { findEmbedded } from '#api/database/embedded/embedded.ts'
import { homeOf } from '#api/database/embedded/location.ts'
import { registerCleanup } from '#api/test/register-cleanup.ts'
import { startBucketServer } from '#api/test/servers/bucket-server.ts'
import { startCollector } from '#api/test/servers/collector.ts'
import { freePort } from '#api/test/servers/free-port.ts'
import { startMailServer } from '#api/test/servers/mail-server.ts'
import { client, startProvider } from '#api/test/servers/oidc-provider.ts'
import { OIDC_CALLBACK } from '#rules/oidc.ts'
import { emptyDataDir, startProduct } from '../../e2e/server.ts'
import { SecretTraffic } from './secret-traffic.ts'
import { secrets } from './secret-values.ts'

const DATA_DIR = emptyDataDir()
afterAll(() => rmSync(DATA_DIR, { recursive: true, force: true }))

test('attack 19: no secret and no text of a member is in a log, error, metric or trace', async () => {
  const { product, traffic, collector, bucket } = await startProductWithSecrets()
  await traffic.useEverything(bucket)
  await causeDatabaseErrors(traffic)
  const headers = { authorization: `Bearer ${secrets.metricsToken}` }
  const metrics = await (await fetch(`${product.url}/metrics`, { headers })).text()
  expect(metrics).toContain('http_request_duration_seconds_bucket')
  const databaseLog = path.join(homeOf(DATA_DIR), 'server.log')
  expect(await product.stop()).toBe(0)

  const requestLines = product
    .output()
    .split('\n')
    .filter((line) => line.includes('"route"'))
  expect(requestLines.length).toBeGreaterThanOrEqual(traffic.requests)
  expect(product.output()).toContain('nothing_more_Post')
  expect(collector.spans().length).toBeGreaterThan(traffic.requests)
  expect(traffic.tokens.size).toBeGreaterThan(24)
  const outputs = {
    log: product.output(),
    metrics,
    errors: traffic.errors.join('\n'),
    traces: collector.received.map(({ body }) => body).join('\n'),
    database: readFileSync(databaseLog, 'utf8'),
  }
  const all: Record<string, string> = { ...secrets }
  for (const [index, token] of [...traffic.tokens].entries()) all[`token ${index}`] = token
  const leaks = Object.entries(outputs).flatMap(([where, text]) =>
    Object.entries(all).flatMap(([name, secret]) => findLeak(text, where, name, secret)),
  )
  expect(leaks).toEqual([])
})

async function startProductWithSecrets() {
  const [collector, mailServer, bucket] = [
    await startCollector(),
    await startMailServer(),
    await startBucketServer(),
  ]
  registerCleanup(() => Promise.all([collector.close(), mailServer.close(), bucket.stop()]))
  const [port, providerPort, closedPort] = [await freePort(), await freePort(), await freePort()]
  registerCleanup(await startProvider(providerPort, `http://localhost:${port}${OIDC_CALLBACK}`))
  expect(bucket.settings.secretAccessKey).toBe(secrets.bucketSecret)
  const product = await startProduct({
    PORT: String(port),
    DATA_DIR,
    SEED: 'none',
    LOG_LEVEL: 'trace',
    AUTH_SECRET: secrets.authSecret,
    METRICS_TOKEN: secrets.metricsToken,
    SMTP_URL: mailServer.url,
    // No Redis listens there, which the server logs repeatedly.
    REDIS_URL: `redis://vibes:${secrets.redisPassword}@127.0.0.1:${closedPort}`,
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
  registerCleanup(() => product.stop())
  return { product, traffic: new SecretTraffic(product.url, mailServer), collector, bucket }
}

/** PostgreSQL's message about a violated constraint repeats the row. */
async function causeDatabaseErrors(traffic: SecretTraffic) {
  const { name, email, otherEmail, newPassword, resetPassword, post, bio } = secrets
  await traffic.send('/api/auth/sign-up/email', {
    json: { name, username: 'quillon_3', email: otherEmail, password: newPassword },
  })
  const token = await traffic.tokenFromEmail()
  await rejectAllRows(traffic)
  const before = traffic.errors.length
  await traffic.send('/api/auth/sign-up/confirm', { json: { token, password: newPassword } })
  await traffic.send('/api/auth/sign-in/email', { json: { email, password: resetPassword } })
  await traffic.send('/api/posts', { json: { content: post } })
  await traffic.send('/api/users/quillon', { json: { bio }, method: 'PATCH' })
  const statuses = traffic.errors.slice(before).map((error) => JSON.parse(error).status)
  expect(statuses).toEqual([500, 500, 500, 500])
  await traffic.createPost({ content: post })
}

async function rejectAllRows({ tokens }: SecretTraffic) {
  const connectionString = (await findEmbedded(DATA_DIR)) ?? ''
  const { password } = new URL(connectionString)
  if (password) tokens.add(decodeURIComponent(password))
  const database = new pg.Client({ connectionString })
  await database.connect()
  for (const table of ['Post', 'Session', 'User', 'Account', 'PostSearch'])
    await database.query(
      `ALTER TABLE "${table}" ADD CONSTRAINT "nothing_more_${table}" CHECK (false) NOT VALID`,
    )
  await database.end()
}

/** @returns the surroundings of the secret's first occurrence */
function findLeak(text: string, where: string, name: string, secret: string): string[] {
  for (const form of [secret, encodeURIComponent(secret), JSON.stringify(secret).slice(1, -1)]) {
    const at = text.indexOf(form)
    if (at >= 0)
      return [`${name} in ${where}: ${text.slice(Math.max(0, at - 150), at + form.length + 50)}`]
  }
  return []
}
