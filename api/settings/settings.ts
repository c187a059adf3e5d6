import { readFileSync } from 'node:fs'
import path from 'node:path'
import * as z from 'zod'
import { codeOf, OperatorError } from '#api/lib/operator-error.ts'
import { loadOrCreateSecret } from '#api/lib/stored-secret.ts'
import type { SignUpMode } from '#rules/sign-ups.ts'
import { parseEnvFile } from './env-file.ts'
import {
  type BucketSettings,
  bucketFrom,
  type OidcSettings,
  oidcFrom,
  type TracingSettings,
  tracingFrom,
} from './groups.ts'
import { warnAboutNames } from './near-names.ts'
import { LOOPBACK, SECRETS, shape } from './shapes.ts'

export type { BucketSettings, OidcSettings, TracingSettings }

/** The validated settings. Only this file reads process.env. */
export interface Settings {
  port: number
  host: string
  /** The server uses the first that accepts writes. Empty: the embedded database. */
  databaseUrls: readonly string[]
  /** The same databases, bypassing a pooler. Empty: `databaseUrls` have no pooler. */
  databaseDirectUrls: readonly string[]
  /** Shares rate limits among machines. */
  redisUrl: string | undefined
  /** Read replicas. */
  databaseReplicaUrls: readonly string[]
  /** Absolute path. Holds the embedded database, uploaded media and generated secrets. */
  dataDir: string
  authSecret: string
  /** The public origin, without a trailing slash. */
  publicUrl: string
  seed: 'demo' | 'none'
  demoUser: boolean
  /** Who may create an account. */
  signUps: SignUpMode
  /** Whether search engines may list the pages. */
  indexing: boolean
  rateLimit: boolean
  /** Number of trusted proxies, which may set the client's address. */
  trustProxy: number
  metricsToken: string | undefined
  /** Undefined: email and the features that need it are off. */
  smtpUrl: string | undefined
  /** The From address. */
  mailFrom: string
  /** Whether webhooks reach private addresses, also without encryption. For development. */
  webhookAllowPrivate: boolean
  /** Where people reach the operator: an email address or a URL. */
  contact: string | undefined
  tracing: TracingSettings | null
  logLevel: string
  /** Number of worker processes. */
  workers: number
  oidc: OidcSettings | null
  /** Stores uploaded media. Null: the data directory does. */
  bucket: BucketSettings | null
}

const ROOT = path.resolve(import.meta.dirname, '../..')

const schema = z.object(
  Object.fromEntries(Object.entries(shape).map(([name, [type]]) => [name, type])) as {
    [Name in keyof typeof shape]: (typeof shape)[Name][0]
  },
)

/**
 * @param env empty values count as unset
 * @throws OperatorError that names the invalid setting
 */
export function readSettings(env: Readonly<Record<string, string | undefined>>): Settings {
  const values = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''))

  const result = schema.safeParse(values)
  if (!result.success) throw new OperatorError(invalidSetting(result.error, values))
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
  if (!loopback && !PUBLIC_URL)
    throw new OperatorError(`HOST is ${HOST}, so set PUBLIC_URL to the origin that people use.`)
  if (embedded && DATABASE_DIRECT_URL.length > 0)
    throw new OperatorError('DATABASE_DIRECT_URL needs DATABASE_URL, which is not set.')
  if (embedded && DATABASE_REPLICA_URL.length > 0)
    throw new OperatorError('DATABASE_REPLICA_URL needs DATABASE_URL, which is not set.')
  if (values.NODE_ENV === 'production' && !embedded && !AUTH_SECRET) {
    throw new OperatorError('Set AUTH_SECRET in production: at least 32 random characters.')
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
    authSecret: AUTH_SECRET ?? loadOrCreateSecret(dataDir),
    publicUrl,
    seed: SEED ?? (embedded ? 'demo' : 'none'),
    demoUser: DEMO_USER ?? (embedded && loopback),
    signUps: rest.SIGN_UPS,
    indexing: rest.INDEXING,
    rateLimit: rest.RATE_LIMIT,
    trustProxy: rest.TRUST_PROXY,
    metricsToken: rest.METRICS_TOKEN,
    smtpUrl: rest.SMTP_URL,
    mailFrom: rest.MAIL_FROM ?? `Good Vibes <no-reply@${new URL(publicUrl).hostname}>`,
    webhookAllowPrivate: rest.WEBHOOK_ALLOW_PRIVATE,
    contact: rest.CONTACT,
    tracing: tracingFrom(rest),
    logLevel: rest.LOG_LEVEL,
    workers: rest.WEB_CONCURRENCY,
    oidc: oidcFrom(rest),
    bucket: bucketFrom(rest),
  }
}

interface Sources {
  env?: NodeJS.ProcessEnv
  /** The path of the file `.env`, which may be absent. */
  file?: string
  /** Receives sentences for the operator. */
  onWarning?: (sentence: string) => void
}

/**
 * Reads the environment, and the file `.env` for what the environment lacks.
 * @throws OperatorError that names the invalid setting, or what the file has in its place
 */
export function loadSettings({
  env = process.env,
  file = path.join(ROOT, '.env'),
  onWarning = console.warn,
}: Sources = {}): Settings {
  const fromFile = readEnvFile(file)
  const names = { file: Object.keys(fromFile), environment: Object.keys(env) }
  for (const warning of warnAboutNames(names, Object.keys(shape))) onWarning(warning)
  for (const [name, value] of Object.entries(fromFile)) env[name] ??= value
  dropPostgresVariables(env)
  return readSettings(env)
}

function readEnvFile(file: string): Record<string, string> {
  let bytes: Buffer
  try {
    bytes = readFileSync(file)
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return {}
    throw new OperatorError(`The file ${file} cannot be read.`)
  }
  return parseEnvFile(bytes, file)
}

/** node-postgres and PostgreSQL's programs read these, beside the URL: PGSSLMODE, PGOPTIONS … */
function dropPostgresVariables(env: NodeJS.ProcessEnv) {
  for (const name of Object.keys(env)) if (/^PG[A-Z_]+$/.test(name)) delete env[name]
}

/** Repeats the value, unless it may hold a secret. */
function invalidSetting(error: z.ZodError, values: Record<string, string | undefined>): string {
  const name = String(error.issues[0]?.path[0]) as keyof typeof shape
  return `${name} ${shape[name][1]}${SECRETS.has(name) ? '' : `, not "${values[name]}"`}.`
}
