import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { readSettings } from './settings.ts'

const DATA_DIR = mkdtempSync(path.join(tmpdir(), 'good-vibes-settings-'))
afterAll(() => rmSync(DATA_DIR, { recursive: true, force: true }))
const DATABASE_URL = 'postgresql://vibes:hush@db.example.com/vibes'
const AUTH_SECRET = 'a secret of more than thirty-two characters'

describe('defaults', () => {
  test('no settings: loopback only, embedded database, demo content', () => {
    expect(readSettings({ DATA_DIR })).toEqual({
      port: 4000,
      host: 'localhost',
      databaseUrls: [],
      databaseDirectUrls: [],
      databaseReplicaUrls: [],
      redisUrl: undefined,
      dataDir: DATA_DIR,
      authSecret: expect.stringMatching(/^[\w-]{43}$/),
      publicUrl: 'http://localhost:4000',
      seed: 'demo',
      demoUser: true,
      signUps: 'open',
      webhookAllowPrivate: false,
      indexing: true,
      rateLimit: true,
      trustProxy: 0,
      metricsToken: undefined,
      smtpUrl: undefined,
      mailFrom: 'Good Vibes <no-reply@localhost>',
      tracing: null,
      logLevel: 'info',
      workers: 1,
      oidc: null,
      bucket: null,
    })
  })

  test('DATABASE_URL turns off demo content and the demo user', () => {
    expect(readSettings({ DATA_DIR, DATABASE_URL })).toMatchObject({
      databaseUrls: [DATABASE_URL],
      seed: 'none',
      demoUser: false,
    })
  })

  test('a public host turns off the demo user', () => {
    expect(
      readSettings({ DATA_DIR, HOST: '0.0.0.0', PUBLIC_URL: 'https://vibes.example.com/' }),
    ).toMatchObject({
      publicUrl: 'https://vibes.example.com',
      demoUser: false,
      seed: 'demo',
    })
  })

  test('empty values count as unset', () => {
    expect(readSettings({ DATA_DIR, PORT: '', DATABASE_URL: '', REDIS_URL: '' })).toMatchObject({
      port: 4000,
      databaseUrls: [],
    })
  })

  test('the secret is generated once, and only its owner can read it', () => {
    const { authSecret } = readSettings({ DATA_DIR })
    expect(readSettings({ DATA_DIR }).authSecret).toBe(authSecret)
    expect(statSync(path.join(DATA_DIR, 'auth-secret')).mode & 0o777).toBe(0o600)
  })
})

test.each(['', '\n', 'a'.repeat(31)])('a stored secret like %j is refused', (stored) => {
  const folder = mkdtempSync(path.join(DATA_DIR, 'damaged-'))
  const file = path.join(folder, 'auth-secret')
  writeFileSync(file, stored)
  expect(() => readSettings({ DATA_DIR: folder })).toThrow(
    `The secret in ${file} is empty or cut off: it has fewer than 32 characters. Replace the file`,
  )
  expect(readSettings({ DATA_DIR: folder, AUTH_SECRET })).toMatchObject({ authSecret: AUTH_SECRET })
})

test('explicit values override the defaults', () => {
  const env = {
    DATA_DIR,
    PORT: '8080',
    AUTH_SECRET,
    SEED: 'none',
    DEMO_USER: 'off',
    RATE_LIMIT: 'off',
    TRUST_PROXY: '2',
    METRICS_TOKEN: 'let-me-in',
    LOG_LEVEL: 'warn',
    WEB_CONCURRENCY: '4',
  }
  expect(readSettings(env)).toMatchObject({
    port: 8080,
    publicUrl: 'http://localhost:8080',
    authSecret: AUTH_SECRET,
    seed: 'none',
    demoUser: false,
    rateLimit: false,
    trustProxy: 2,
    metricsToken: 'let-me-in',
    logLevel: 'warn',
    workers: 4,
  })
})

test('the From address defaults to the public host, and MAIL_FROM overrides it', () => {
  const SMTP_URL = 'smtp://vibes:hush%2Fhush@mail.example.com:587'
  const PUBLIC_URL = 'https://vibes.example.com'
  const mailFrom = 'Good Vibes <no-reply@vibes.example.com>'
  expect(readSettings({ DATA_DIR, PUBLIC_URL, SMTP_URL })).toMatchObject({
    smtpUrl: SMTP_URL,
    mailFrom,
  })
  for (const MAIL_FROM of ['Ann <ann@example.com>', 'ann@example.com'])
    expect(readSettings({ DATA_DIR, MAIL_FROM })).toMatchObject({
      smtpUrl: undefined,
      mailFrom: MAIL_FROM,
    })
})

test('DATABASE_URL takes a list', () => {
  const OTHER = 'postgres://vibes@db2.example.com:5433/vibes'
  expect(readSettings({ DATA_DIR, DATABASE_URL: `${DATABASE_URL}, ${OTHER}` })).toMatchObject({
    databaseUrls: [DATABASE_URL, OTHER],
  })
})

test('REDIS_URL takes redis:// and rediss:// URLs', () => {
  expect(readSettings({ DATA_DIR }).redisUrl).toBeUndefined()
  for (const REDIS_URL of ['redis://localhost:6379', 'rediss://me:hush@redis.example.com:6380/2'])
    expect(readSettings({ DATA_DIR, REDIS_URL })).toMatchObject({ redisUrl: REDIS_URL })
})

test('DATABASE_DIRECT_URL bypasses a pooler, and DATABASE_REPLICA_URL takes a list', () => {
  const DATABASE_DIRECT_URL = 'postgresql://vibes:hush@db.example.com:5433/vibes'
  expect(readSettings({ DATA_DIR, DATABASE_URL })).toMatchObject({ databaseDirectUrls: [] })
  expect(
    readSettings({
      DATA_DIR,
      DATABASE_URL,
      DATABASE_REPLICA_URL: `${DATABASE_URL}, ${DATABASE_DIRECT_URL}`,
    }),
  ).toMatchObject({
    databaseReplicaUrls: [DATABASE_URL, DATABASE_DIRECT_URL],
  })
  expect(readSettings({ DATA_DIR, DATABASE_URL, DATABASE_DIRECT_URL })).toMatchObject({
    databaseUrls: [DATABASE_URL],
    databaseDirectUrls: [DATABASE_DIRECT_URL],
  })
})

test('tracing is on when a collector is set', () => {
  const OTEL_EXPORTER_OTLP_ENDPOINT = 'http://collector.example.com:4318'
  const tracing = (env: Record<string, string>) => readSettings({ DATA_DIR, ...env }).tracing
  expect(tracing({ OTEL_EXPORTER_OTLP_ENDPOINT })).toEqual({
    endpoint: OTEL_EXPORTER_OTLP_ENDPOINT,
    serviceName: 'good-vibes',
    ratio: 1,
  })
  expect(
    tracing({
      OTEL_EXPORTER_OTLP_ENDPOINT,
      OTEL_SERVICE_NAME: 'vibes',
      OTEL_TRACES_SAMPLER_ARG: '0.05',
    }),
  ).toMatchObject({
    serviceName: 'vibes',
    ratio: 0.05,
  })
  expect(tracing({ OTEL_SERVICE_NAME: 'vibes' })).toBeNull()
})
