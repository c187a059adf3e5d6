import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { readSettings } from './settings.ts'

const DATA_DIR = mkdtempSync(path.join(tmpdir(), 'good-vibes-settings-'))
afterAll(() => rmSync(DATA_DIR, { recursive: true, force: true }))
const DATABASE_URL = 'postgresql://vibes:hush@db.example.com/vibes'

const DATABASE_URL_MESSAGE =
  'DATABASE_URL should be one or more URLs like postgresql://user:password@host:5432/database, ' +
  'separated by commas.'

const SMTP_URL_MESSAGE =
  'SMTP_URL should look like smtp://user:password@host:587, or smtps://user:password@host:465.'
const MAIL_FROM_MESSAGE =
  'MAIL_FROM should be an address, such as Good Vibes <hello@vibes.example.com>, not'
const PUBLIC_URL_MESSAGE =
  'PUBLIC_URL should be an origin without a path, such as https://vibes.example.com, not'

describe('an invalid value aborts startup with a sentence that names the setting', () => {
  test.each([
    [{ PORT: '80a' }, 'PORT should be a number from 1 to 65535, not "80a".'],
    [{ PORT: '0' }, 'PORT should be a number from 1 to 65535, not "0".'],
    [{ PORT: '65536' }, 'PORT should be a number from 1 to 65535, not "65536".'],
    [
      { HOST: 'a b', PUBLIC_URL: 'http://a' },
      'HOST should be a host name or an address, such as 0.0.0.0, not "a b".',
    ],
    [{ HOST: '0.0.0.0' }, 'HOST is 0.0.0.0, so set PUBLIC_URL to the origin that people use.'],
    [{ DATABASE_URL: 'mysql://a:hush@b/c' }, DATABASE_URL_MESSAGE],
    [{ DATABASE_URL: `${DATABASE_URL},` }, DATABASE_URL_MESSAGE],
    [{ DATABASE_URL: `${DATABASE_URL},mysql://a:hush@b/c` }, DATABASE_URL_MESSAGE],
    [
      { DATABASE_URL, DATABASE_DIRECT_URL: 'mysql://a:hush@b/c' },
      DATABASE_URL_MESSAGE.replace('URL', 'DIRECT_URL'),
    ],
    [
      { DATABASE_DIRECT_URL: DATABASE_URL },
      'DATABASE_DIRECT_URL needs DATABASE_URL, which is not set.',
    ],
    [
      { DATABASE_URL, DATABASE_REPLICA_URL: 'mysql://a:hush@b/c' },
      DATABASE_URL_MESSAGE.replace('URL', 'REPLICA_URL'),
    ],
    [
      { DATABASE_REPLICA_URL: DATABASE_URL },
      'DATABASE_REPLICA_URL needs DATABASE_URL, which is not set.',
    ],
    [{ AUTH_SECRET: 'hush' }, 'AUTH_SECRET should have at least 32 characters.'],
    [
      { NODE_ENV: 'production', DATABASE_URL },
      'Set AUTH_SECRET in production: at least 32 random characters.',
    ],
    [{ PUBLIC_URL: 'vibes.example.com' }, `${PUBLIC_URL_MESSAGE} "vibes.example.com".`],
    [{ PUBLIC_URL: 'ftp://a.example' }, `${PUBLIC_URL_MESSAGE} "ftp://a.example".`],
    [{ PUBLIC_URL: 'https://a.example/b' }, `${PUBLIC_URL_MESSAGE} "https://a.example/b".`],
    [{ SMTP_URL: 'mail.example.com' }, SMTP_URL_MESSAGE],
    [{ SMTP_URL: 'http://a:hush@b' }, SMTP_URL_MESSAGE],
    [{ SMTP_URL: 'smtp://' }, SMTP_URL_MESSAGE],
    [{ SMTP_URL: 'smtp://a:hush%@b' }, SMTP_URL_MESSAGE],
    [{ MAIL_FROM: 'Good Vibes' }, `${MAIL_FROM_MESSAGE} "Good Vibes".`],
    [{ MAIL_FROM: 'a@b\nBcc: c@d' }, `${MAIL_FROM_MESSAGE} "a@b\nBcc: c@d".`],
    [{ MAIL_FROM: 'A <a@b> B' }, `${MAIL_FROM_MESSAGE} "A <a@b> B".`],
    [{ SEED: 'yes' }, 'SEED should be "demo" or "none", not "yes".'],
    [{ DEMO_USER: 'true' }, 'DEMO_USER should be "on" or "off", not "true".'],
    [{ RATE_LIMIT: '5' }, 'RATE_LIMIT should be "on" or "off", not "5".'],
    [
      { TRUST_PROXY: 'on' },
      'TRUST_PROXY should be "off" or the number of proxies in front of the server, not "on".',
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
      'OTEL_EXPORTER_OTLP_ENDPOINT should be the address of an OpenTelemetry collector, ' +
        'such as http://localhost:4318.',
    ],
    [
      { OTEL_TRACES_SAMPLER_ARG: '1.5' },
      'OTEL_TRACES_SAMPLER_ARG should be the fraction of requests to trace, from 0 to 1, not "1.5".',
    ],
    [
      { REDIS_URL: 'http://me:hush@redis' },
      'REDIS_URL should look like redis://user:password@host:6379/0, ' +
        'or rediss://host:6379 for an encrypted connection.',
    ],
    [
      { LOG_LEVEL: 'loud' },
      'LOG_LEVEL should be "trace", "debug", "info", "warn", "error", "fatal" or "silent", not "loud".',
    ],
  ])('%o', (env, message) => {
    expect(() => readSettings({ DATA_DIR, ...env })).toThrow(
      expect.objectContaining({ name: 'OperatorError', message }),
    )
  })

  test('a data directory that cannot be created', () => {
    for (const folder of ['/dev/null/data', '/proc/good-vibes/data'])
      expect(() => readSettings({ DATA_DIR: folder })).toThrow(
        expect.objectContaining({
          message: expect.stringContaining(
            `The data directory ${folder} (DATA_DIR) cannot be used: `,
          ),
        }),
      )
  })
})
