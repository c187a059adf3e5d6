import path from 'node:path'
import * as z from 'zod'
import { codeOf, OperatorError } from '#api/lib/operator-error.ts'
import { keptSecret } from '#api/lib/stored-secret.ts'
import {
  type BucketSettings,
  bucketFrom,
  type OidcSettings,
  oidcFrom,
  type TracingSettings,
  tracingFrom,
} from './groups.ts'
import { LOOPBACK, SECRETS, shape } from './shapes.ts'

export type { BucketSettings, OidcSettings, TracingSettings }

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

const ROOT = path.resolve(import.meta.dirname, '../..')

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
  if (!loopback && !PUBLIC_URL)
    throw new OperatorError(
      `HOST is ${HOST}, so PUBLIC_URL has to say at which origin people reach it.`,
    )
  if (embedded && DATABASE_DIRECT_URL.length > 0)
    throw new OperatorError('DATABASE_DIRECT_URL goes with DATABASE_URL, which is not set.')
  if (embedded && DATABASE_REPLICA_URL.length > 0)
    throw new OperatorError('DATABASE_REPLICA_URL goes with DATABASE_URL, which is not set.')
  if (given.NODE_ENV === 'production' && !embedded && !AUTH_SECRET) {
    throw new OperatorError(
      'AUTH_SECRET has to be set in production: 32 characters or more that nobody can guess.',
    )
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

/** Values are not repeated where they may hold a secret. */
function sentenceFor(error: z.ZodError, given: Record<string, string | undefined>): string {
  const name = String(error.issues[0]?.path[0]) as keyof typeof shape
  return `${name} ${shape[name][1]}${SECRETS.has(name) ? '' : `, not "${given[name]}"`}.`
}
