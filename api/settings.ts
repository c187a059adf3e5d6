import path from 'node:path'
import * as z from 'zod'
import { keptSecret } from './kept-secret.ts'
import { codeOf, OperatorError } from './operator-error.ts'

/** What the environment says, checked. This file is the one reader of process.env. */
export interface Settings {
  port: number
  host: string
  /** The one that can be written to is used. None: the embedded database. */
  databaseUrls: readonly string[]
  /** The same databases without a pooler in between. None: nothing stands in front of `databaseUrls`. */
  databaseDirectUrls: readonly string[]
  /** What several processes share besides the database. None: nothing. */
  redisUrl: string | undefined
  /** Copies of the database that follow it, to read from. */
  databaseReplicaUrls: readonly string[]
  /** Absolute path of the embedded database, uploaded media and generated secrets. */
  dataDir: string
  authSecret: string
  /** The origin that people see, without a slash at its end. */
  publicUrl: string
  seed: 'demo' | 'none'
  demoUser: boolean
  rateLimit: boolean
  /** How many proxies in front may set the client's address. */
  trustProxy: number
  metricsToken: string | undefined
  /** Who sends mail for the product. None: no mail is sent, and nothing that needs one is offered. */
  smtpUrl: string | undefined
  /** Whom mails are from. */
  mailFrom: string
  /** Where traces of requests go. */
  tracing: TracingSettings | null
  logLevel: string
  /** How many processes answer requests. */
  workers: number
  /** Where people can sign in besides. */
  oidc: OidcSettings | null
  /** Where pictures are kept. None: in the data directory. */
  bucket: BucketSettings | null
}

/** A bucket of an S3-compatible store. */
export interface BucketSettings {
  endpoint: string
  bucket: string
  region: string
  accessKeyId: string
  secretAccessKey: string
}

/** An OpenID provider, and this product as it knows it. */
export interface OidcSettings {
  issuer: string
  clientId: string
  clientSecret: string
  /** As people call it. */
  name: string
}

/** An OpenTelemetry collector, and what it is told. */
export interface TracingSettings {
  /** Where it takes OTLP over HTTP, without the path of traces. */
  endpoint: string
  serviceName: string
  /** The part of the requests that is traced, from 0 to 1. */
  ratio: number
}

const ROOT = path.resolve(import.meta.dirname, '..')
const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|::1)$/

const whole = (min: number, max: number) =>
  z
    .string()
    .regex(/^\d{1,9}$/)
    .transform(Number)
    .refine((value) => value >= min && value <= max)
const onOff = z.enum(['on', 'off']).transform((value) => value === 'on')
const origin = z
  .url({ protocol: /^https?$/, abort: true })
  .refine((value) => new URL(value).href === `${new URL(value).origin}/`)
  .transform((value) => new URL(value).origin)
// What a provider says is believed, so nobody may be able to say something in its place.
const issuer = z
  .url({ protocol: /^https?$/, abort: true })
  .refine((value) => new URL(value).protocol === 'https:' || LOOPBACK.test(new URL(value).hostname.replace(/^\[|\]$/g, '')))
const databaseUrls = z
  .string()
  .transform((value) => value.split(',').map((url) => url.trim()))
  .pipe(z.array(z.url({ protocol: /^postgres(ql)?$/ })))
const urlsShape = 'should look like postgresql://user:password@host:5432/database, or be several of that kind with a comma between them'
const trustProxy = z.union([z.literal('off').transform(() => 0), whole(0, 32)])

/** Each setting, and what it should be in words that follow its name. */
const shape = {
  PORT: [whole(1, 65_535).default(4000), 'should be a number from 1 to 65535'],
  HOST: [
    z
      .string()
      .regex(/^[\w.:-]+$/)
      .default('localhost'),
    'should be a host name or an address, such as 0.0.0.0',
  ],
  DATABASE_URL: [databaseUrls.default([]), urlsShape],
  DATABASE_DIRECT_URL: [databaseUrls.default([]), urlsShape],
  REDIS_URL: [
    z.url({ protocol: /^rediss?$/, hostname: /./ }).optional(),
    'should look like redis://user:password@host:6379/0, or rediss://host:6379 for an encrypted connection',
  ],
  DATABASE_REPLICA_URL: [databaseUrls.default([]), urlsShape],
  DATA_DIR: [z.string().default('.data'), 'should be the path of a folder'],
  AUTH_SECRET: [z.string().min(32).optional(), 'should have at least 32 characters'],
  PUBLIC_URL: [origin.optional(), 'should be an origin without a path, such as https://vibes.example.com'],
  SEED: [z.enum(['demo', 'none']).optional(), 'should be "demo" or "none"'],
  DEMO_USER: [onOff.optional(), 'should be "on" or "off"'],
  // More would leave each too few of the 100 connections that PostgreSQL has unless it is told otherwise.
  WEB_CONCURRENCY: [whole(1, 24).default(1), 'should be a number from 1 to 24'],
  RATE_LIMIT: [onOff.default(true), 'should be "on" or "off"'],
  TRUST_PROXY: [trustProxy.default(0), 'should be "off" or the number of proxies in front'],
  METRICS_TOKEN: [
    z
      .string()
      .regex(/^[\w~+/.=-]{8,}$/)
      .optional(),
    'should have at least 8 letters, digits or any of - . _ ~ + / =',
  ],
  SMTP_URL: [
    z
      .url({ protocol: /^smtps?$/, hostname: /./ })
      .refine((value) => !/%(?![\da-f]{2})/i.test(value))
      .optional(),
    'should look like smtp://user:password@host:587, or smtps://user:password@host:465',
  ],
  MAIL_FROM: [
    z
      .string()
      .regex(/^([^<>@\p{Cc}]+<[^<>@\s]+@[^<>@\s]+>|[^<>@\s]+@[^<>@\s]+)$/u)
      .optional(),
    'should be an address, such as Good Vibes <hello@vibes.example.com>',
  ],
  S3_ENDPOINT: [
    z.url({ protocol: /^https?$/ }).optional(),
    'should be the address of an S3-compatible store, such as https://s3.eu-central-1.amazonaws.com',
  ],
  S3_BUCKET: [
    z
      .string()
      .regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/)
      .optional(),
    'should be the name of a bucket: 3 to 63 small letters, digits, dots and hyphens',
  ],
  S3_REGION: [
    z
      .string()
      .regex(/^[\w-]+$/)
      .default('us-east-1'),
    'should be the name of a region, such as eu-central-1',
  ],
  S3_ACCESS_KEY_ID: [z.string().optional(), 'should be the id of a key for the bucket'],
  S3_SECRET_ACCESS_KEY: [z.string().optional(), 'should be the secret of the key'],
  OIDC_ISSUER: [issuer.optional(), 'should be the address of an OpenID provider, such as https://id.example.com'],
  OIDC_CLIENT_ID: [z.string().optional(), 'should be what the provider calls this site'],
  OIDC_CLIENT_SECRET: [z.string().optional(), 'should be the secret that the provider gave'],
  OIDC_NAME: [z.string().trim().min(1).max(40).optional(), 'should have 1 to 40 characters'],
  OTEL_EXPORTER_OTLP_ENDPOINT: [
    z.url({ protocol: /^https?$/, hostname: /./ }).optional(),
    'should be the address of an OpenTelemetry collector, such as http://localhost:4318',
  ],
  OTEL_SERVICE_NAME: [z.string().trim().min(1).default('good-vibes'), 'should be a name'],
  OTEL_TRACES_SAMPLER_ARG: [
    z
      .string()
      .regex(/^(0|1|[01]?\.\d+)$/)
      .transform(Number)
      .refine((value) => value <= 1)
      .default(1),
    'should be the part of the requests that is traced, from 0 to 1',
  ],
  LOG_LEVEL: [
    z.enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']).default('info'),
    'should be "debug", "info", "warn", "error" or "silent"',
  ],
} as const

const schema = z.object(
  Object.fromEntries(Object.entries(shape).map(([name, [type]]) => [name, type])) as {
    [Name in keyof typeof shape]: (typeof shape)[Name][0]
  },
)

/**
 * @param env an empty value counts as none
 * @throws OperatorError that names the setting that is wrong
 */
export function readSettings(env: Readonly<Record<string, string | undefined>>): Settings {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''))

  const result = schema.safeParse(given)
  if (!result.success) throw new OperatorError(sentenceFor(result.error, given))
  const {
    PORT,
    HOST,
    DATABASE_URL,
    DATABASE_DIRECT_URL,
    DATABASE_REPLICA_URL,
    DATA_DIR,
    AUTH_SECRET,
    PUBLIC_URL,
    SEED,
    DEMO_USER,
    ...rest
  } = result.data
  const loopback = LOOPBACK.test(HOST)
  const embedded = DATABASE_URL.length === 0
  if (!loopback && !PUBLIC_URL) throw new OperatorError(`HOST is ${HOST}, so PUBLIC_URL has to say at which origin people reach it.`)
  if (embedded && DATABASE_DIRECT_URL.length > 0) throw new OperatorError('DATABASE_DIRECT_URL goes with DATABASE_URL, which is not set.')
  if (embedded && DATABASE_REPLICA_URL.length > 0) throw new OperatorError('DATABASE_REPLICA_URL goes with DATABASE_URL, which is not set.')
  if (given.NODE_ENV === 'production' && !embedded && !AUTH_SECRET) {
    throw new OperatorError('AUTH_SECRET has to be set in production: 32 characters or more that nobody can guess.')
  }

  const dataDir = path.resolve(ROOT, DATA_DIR)
  const publicUrl = PUBLIC_URL ?? `http://localhost:${PORT}`
  return {
    port: PORT,
    host: HOST,
    databaseUrls: DATABASE_URL,
    databaseDirectUrls: DATABASE_DIRECT_URL,
    databaseReplicaUrls: DATABASE_REPLICA_URL,
    redisUrl: rest.REDIS_URL,
    dataDir,
    authSecret: AUTH_SECRET ?? keptSecret(dataDir),
    publicUrl,
    seed: SEED ?? (embedded ? 'demo' : 'none'),
    demoUser: DEMO_USER ?? (embedded && loopback),
    rateLimit: rest.RATE_LIMIT,
    trustProxy: rest.TRUST_PROXY,
    metricsToken: rest.METRICS_TOKEN,
    smtpUrl: rest.SMTP_URL,
    mailFrom: rest.MAIL_FROM ?? `Good Vibes <no-reply@${new URL(publicUrl).hostname}>`,
    tracing: tracingFrom(rest),
    logLevel: rest.LOG_LEVEL,
    workers: rest.WEB_CONCURRENCY,
    oidc: oidcFrom(rest),
    bucket: bucketFrom(rest),
  }
}

interface TracingGiven {
  OTEL_EXPORTER_OTLP_ENDPOINT?: string | undefined
  OTEL_SERVICE_NAME: string
  OTEL_TRACES_SAMPLER_ARG: number
}

function tracingFrom(given: TracingGiven): TracingSettings | null {
  const { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, OTEL_SERVICE_NAME: serviceName, OTEL_TRACES_SAMPLER_ARG: ratio } = given
  return endpoint === undefined ? null : { endpoint, serviceName, ratio }
}

const OIDC = ['OIDC_ISSUER', 'OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET', 'OIDC_NAME'] as const
const BUCKET = ['S3_ENDPOINT', 'S3_BUCKET', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'] as const

/**
 * Settings that go together; null when none of them is set.
 * @throws OperatorError when some are set and others are not
 */
function together<Name extends string>(names: readonly Name[], given: { [N in Name]?: string | undefined }): Record<Name, string> | null {
  const missing = names.filter((name) => given[name] === undefined)
  if (missing.length === names.length) return null
  if (missing.length > 0)
    throw new OperatorError(`${names.join(', ')} go together: ${missing.join(' and ')} ${missing.length === 1 ? 'is' : 'are'} missing.`)
  return given as Record<Name, string>
}

function oidcFrom(given: Parameters<typeof together<(typeof OIDC)[number]>>[1]): OidcSettings | null {
  const set = together(OIDC, given)
  return set && { issuer: set.OIDC_ISSUER, clientId: set.OIDC_CLIENT_ID, clientSecret: set.OIDC_CLIENT_SECRET, name: set.OIDC_NAME }
}

function bucketFrom(given: Parameters<typeof together<(typeof BUCKET)[number]>>[1] & { S3_REGION: string }): BucketSettings | null {
  const set = together(BUCKET, given)
  return (
    set && {
      endpoint: set.S3_ENDPOINT,
      bucket: set.S3_BUCKET,
      region: given.S3_REGION,
      accessKeyId: set.S3_ACCESS_KEY_ID,
      secretAccessKey: set.S3_SECRET_ACCESS_KEY,
    }
  )
}

/** The settings of this process: its environment, and for what that lacks the file `.env`. */
export function loadSettings(): Settings {
  const file = path.join(ROOT, '.env')
  try {
    process.loadEnvFile(file)
  } catch (error) {
    if (codeOf(error) !== 'ENOENT') throw new OperatorError(`${file} cannot be read.`)
  }
  return readSettings(process.env)
}

const SECRETS: ReadonlySet<string> = new Set([
  'DATABASE_URL',
  'DATABASE_DIRECT_URL',
  'DATABASE_REPLICA_URL',
  'REDIS_URL',
  'AUTH_SECRET',
  'METRICS_TOKEN',
  'SMTP_URL',
  'OTEL_EXPORTER_OTLP_ENDPOINT',
  'OIDC_CLIENT_SECRET',
  'S3_ACCESS_KEY_ID',
  'S3_SECRET_ACCESS_KEY',
])

/** Values are not repeated where they may hold a secret. */
function sentenceFor(error: z.ZodError, given: Record<string, string | undefined>): string {
  const name = String(error.issues[0]?.path[0]) as keyof typeof shape
  return `${name} ${shape[name][1]}${SECRETS.has(name) ? '' : `, not "${given[name]}"`}.`
}
