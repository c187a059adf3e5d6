import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { readSettings } from './settings.ts'

const DATA_DIR = mkdtempSync(path.join(tmpdir(), 'good-vibes-settings-'))
afterAll(() => rmSync(DATA_DIR, { recursive: true, force: true }))
const DATABASE_URL = 'postgresql://vibes:hush@db.example.com/vibes'
const AUTH_SECRET = 'a secret of more than thirty-two characters'

describe('defaults', () => {
  test('without any setting: the embedded database on this machine alone, with demo content', () => {
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

  test('with a database of one’s own: neither demo content nor the demo user', () => {
    expect(readSettings({ DATA_DIR, DATABASE_URL })).toMatchObject({
      databaseUrls: [DATABASE_URL],
      seed: 'none',
      demoUser: false,
    })
  })

  test('reachable from elsewhere: no demo user', () => {
    expect(
      readSettings({ DATA_DIR, HOST: '0.0.0.0', PUBLIC_URL: 'https://vibes.example.com/' }),
    ).toMatchObject({
      publicUrl: 'https://vibes.example.com',
      demoUser: false,
      seed: 'demo',
    })
  })

  test('an empty value is none', () => {
    expect(readSettings({ DATA_DIR, PORT: '', DATABASE_URL: '', REDIS_URL: '' })).toMatchObject({
      port: 4000,
      databaseUrls: [],
    })
  })

  test('the secret is made once and readable by its owner alone', () => {
    const { authSecret } = readSettings({ DATA_DIR })
    expect(readSettings({ DATA_DIR }).authSecret).toBe(authSecret)
    expect(statSync(path.join(DATA_DIR, 'auth-secret')).mode & 0o777).toBe(0o600)
  })
})

test('what is given is taken', () => {
  const given = {
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
  expect(readSettings(given)).toMatchObject({
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

test('mail comes from the host that people see, unless it is said whom it is from', () => {
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

test('several databases', () => {
  const OTHER = 'postgres://vibes@db2.example.com:5433/vibes'
  expect(readSettings({ DATA_DIR, DATABASE_URL: `${DATABASE_URL}, ${OTHER}` })).toMatchObject({
    databaseUrls: [DATABASE_URL, OTHER],
  })
})

test('a Redis', () => {
  expect(readSettings({ DATA_DIR }).redisUrl).toBeUndefined()
  for (const REDIS_URL of ['redis://localhost:6379', 'rediss://me:hush@redis.example.com:6380/2'])
    expect(readSettings({ DATA_DIR, REDIS_URL })).toMatchObject({ redisUrl: REDIS_URL })
})

test('a way past the pooler that stands in front of the database', () => {
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

test('where traces go', () => {
  const OTEL_EXPORTER_OTLP_ENDPOINT = 'http://collector.example.com:4318'
  const tracing = (given: Record<string, string>) => readSettings({ DATA_DIR, ...given }).tracing
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

const DATABASE_URL_SHAPE =
  'DATABASE_URL should look like postgresql://user:password@host:5432/database, or be several of that kind with a comma between them.'

const SMTP_URL_SHAPE =
  'SMTP_URL should look like smtp://user:password@host:587, or smtps://user:password@host:465.'
const MAIL_FROM_SHAPE =
  'MAIL_FROM should be an address, such as Good Vibes <hello@vibes.example.com>, not'

describe('a wrong value stops the start with a sentence that names it', () => {
  test.each([
    [{ PORT: '80a' }, 'PORT should be a number from 1 to 65535, not "80a".'],
    [{ PORT: '0' }, 'PORT should be a number from 1 to 65535, not "0".'],
    [{ PORT: '65536' }, 'PORT should be a number from 1 to 65535, not "65536".'],
    [
      { HOST: 'a b', PUBLIC_URL: 'http://a' },
      'HOST should be a host name or an address, such as 0.0.0.0, not "a b".',
    ],
    [
      { HOST: '0.0.0.0' },
      'HOST is 0.0.0.0, so PUBLIC_URL has to say at which origin people reach it.',
    ],
    [{ DATABASE_URL: 'mysql://a:hush@b/c' }, DATABASE_URL_SHAPE],
    [{ DATABASE_URL: `${DATABASE_URL},` }, DATABASE_URL_SHAPE],
    [{ DATABASE_URL: `${DATABASE_URL},mysql://a:hush@b/c` }, DATABASE_URL_SHAPE],
    [
      { DATABASE_URL, DATABASE_DIRECT_URL: 'mysql://a:hush@b/c' },
      DATABASE_URL_SHAPE.replace('URL', 'DIRECT_URL'),
    ],
    [
      { DATABASE_DIRECT_URL: DATABASE_URL },
      'DATABASE_DIRECT_URL goes with DATABASE_URL, which is not set.',
    ],
    [
      { DATABASE_URL, DATABASE_REPLICA_URL: 'mysql://a:hush@b/c' },
      DATABASE_URL_SHAPE.replace('URL', 'REPLICA_URL'),
    ],
    [
      { DATABASE_REPLICA_URL: DATABASE_URL },
      'DATABASE_REPLICA_URL goes with DATABASE_URL, which is not set.',
    ],
    [{ AUTH_SECRET: 'hush' }, 'AUTH_SECRET should have at least 32 characters.'],
    [
      { NODE_ENV: 'production', DATABASE_URL },
      'AUTH_SECRET has to be set in production: 32 characters or more that nobody can guess.',
    ],
    [
      { PUBLIC_URL: 'vibes.example.com' },
      'PUBLIC_URL should be an origin without a path, such as https://vibes.example.com, not "vibes.example.com".',
    ],
    [
      { PUBLIC_URL: 'ftp://a.example' },
      'PUBLIC_URL should be an origin without a path, such as https://vibes.example.com, not "ftp://a.example".',
    ],
    [
      { PUBLIC_URL: 'https://a.example/b' },
      'PUBLIC_URL should be an origin without a path, such as https://vibes.example.com, not "https://a.example/b".',
    ],
    [{ SMTP_URL: 'mail.example.com' }, SMTP_URL_SHAPE],
    [{ SMTP_URL: 'http://a:hush@b' }, SMTP_URL_SHAPE],
    [{ SMTP_URL: 'smtp://' }, SMTP_URL_SHAPE],
    [{ SMTP_URL: 'smtp://a:hush%@b' }, SMTP_URL_SHAPE],
    [{ MAIL_FROM: 'Good Vibes' }, `${MAIL_FROM_SHAPE} "Good Vibes".`],
    [{ MAIL_FROM: 'a@b\nBcc: c@d' }, `${MAIL_FROM_SHAPE} "a@b\nBcc: c@d".`],
    [{ MAIL_FROM: 'A <a@b> B' }, `${MAIL_FROM_SHAPE} "A <a@b> B".`],
    [{ SEED: 'yes' }, 'SEED should be "demo" or "none", not "yes".'],
    [{ DEMO_USER: 'true' }, 'DEMO_USER should be "on" or "off", not "true".'],
    [{ RATE_LIMIT: '5' }, 'RATE_LIMIT should be "on" or "off", not "5".'],
    [
      { TRUST_PROXY: 'on' },
      'TRUST_PROXY should be "off" or the number of proxies in front, not "on".',
    ],
    [
      { METRICS_TOKEN: 'hush' },
      'METRICS_TOKEN should have at least 8 letters, digits or any of - . _ ~ + / =.',
    ],
    [{ WEB_CONCURRENCY: '0' }, 'WEB_CONCURRENCY should be a number from 1 to 24, not "0".'],
    [{ WEB_CONCURRENCY: '25' }, 'WEB_CONCURRENCY should be a number from 1 to 24, not "25".'],
    [{ WEB_CONCURRENCY: 'auto' }, 'WEB_CONCURRENCY should be a number from 1 to 24, not "auto".'],
    [
      { OTEL_EXPORTER_OTLP_ENDPOINT: 'me:hush@collector:4317' },
      'OTEL_EXPORTER_OTLP_ENDPOINT should be the address of an OpenTelemetry collector, such as http://localhost:4318.',
    ],
    [
      { OTEL_TRACES_SAMPLER_ARG: '1.5' },
      'OTEL_TRACES_SAMPLER_ARG should be the part of the requests that is traced, from 0 to 1, not "1.5".',
    ],
    [
      { REDIS_URL: 'http://me:hush@redis' },
      'REDIS_URL should look like redis://user:password@host:6379/0, or rediss://host:6379 for an encrypted connection.',
    ],
    [
      { LOG_LEVEL: 'loud' },
      'LOG_LEVEL should be "debug", "info", "warn", "error" or "silent", not "loud".',
    ],
  ])('%o', (env, sentence) => {
    expect(() => readSettings({ DATA_DIR, ...env })).toThrow(
      expect.objectContaining({ name: 'OperatorError', message: sentence }),
    )
  })

  test('a data directory that cannot be made', () => {
    for (const folder of ['/dev/null/data', '/proc/good-vibes/data'])
      expect(() => readSettings({ DATA_DIR: folder })).toThrow(
        expect.objectContaining({
          message: expect.stringContaining(`The data directory ${folder} cannot be used: `),
        }),
      )
  })
})

describe('signing in with a provider', () => {
  const given = {
    DATA_DIR,
    OIDC_ISSUER: 'https://id.example.com/realms/sunny',
    OIDC_CLIENT_ID: 'vibes',
    OIDC_CLIENT_SECRET: 'hush',
    OIDC_NAME: 'Sunny ID',
  }

  test('takes all of its settings', () => {
    expect(readSettings(given).oidc).toEqual({
      issuer: 'https://id.example.com/realms/sunny',
      clientId: 'vibes',
      clientSecret: 'hush',
      name: 'Sunny ID',
    })
  })

  test('a part of them stops the start with a sentence that names the others', () => {
    expect(() => readSettings({ ...given, OIDC_NAME: '', OIDC_CLIENT_SECRET: undefined })).toThrow(
      'OIDC_ISSUER, OIDC_CLIENT_ID, OIDC_CLIENT_SECRET, OIDC_NAME go together: OIDC_CLIENT_SECRET and OIDC_NAME are missing.',
    )
  })

  test.each([
    'id.example.com',
    'http://id.example.com',
    'http://localhost.example.com',
    'ftp://localhost',
  ])('%s is no issuer', (issuer) => {
    expect(() => readSettings({ ...given, OIDC_ISSUER: issuer })).toThrow(
      `OIDC_ISSUER should be the address of an OpenID provider, such as https://id.example.com, not "${issuer}".`,
    )
  })

  test.each(['http://localhost:4344', 'http://127.0.0.1:4344', 'http://[::1]:4344'])(
    '%s is one, being on this machine',
    (issuer) => {
      expect(readSettings({ ...given, OIDC_ISSUER: issuer }).oidc).toMatchObject({ issuer })
    },
  )
})

describe('pictures in a bucket', () => {
  const given = {
    DATA_DIR,
    S3_ENDPOINT: 'https://s3.example.com',
    S3_BUCKET: 'vibes',
    S3_ACCESS_KEY_ID: 'key',
    S3_SECRET_ACCESS_KEY: 'hush',
  }

  test('takes all of its settings, and a region if there is one', () => {
    const bucket = {
      endpoint: 'https://s3.example.com',
      bucket: 'vibes',
      accessKeyId: 'key',
      secretAccessKey: 'hush',
    }
    expect(readSettings(given).bucket).toEqual({ ...bucket, region: 'us-east-1' })
    expect(readSettings({ ...given, S3_REGION: 'eu-central-1' }).bucket).toEqual({
      ...bucket,
      region: 'eu-central-1',
    })
  })

  test('a part of them stops the start with a sentence that names the others', () => {
    expect(() => readSettings({ ...given, S3_BUCKET: '' })).toThrow(
      'S3_ENDPOINT, S3_BUCKET, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY go together: S3_BUCKET is missing.',
    )
  })

  test.each([
    [
      { S3_ENDPOINT: 's3.example.com' },
      'S3_ENDPOINT should be the address of an S3-compatible store',
    ],
    [{ S3_BUCKET: 'A bucket' }, 'S3_BUCKET should be the name of a bucket'],
    [{ S3_REGION: 'the north' }, 'S3_REGION should be the name of a region'],
  ])('%o is refused', (wrong, sentence) => {
    expect(() => readSettings({ ...given, ...wrong })).toThrow(sentence)
  })
})
