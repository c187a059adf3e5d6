import * as z from 'zod'
import { MIN_SECRET_LENGTH } from '#api/lib/stored-secret.ts'
import { signUpModes } from '#rules/sign-ups.ts'

/** Host names and addresses of the loopback interface. */
export const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|::1)$/

const integer = (min: number, max: number) =>
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
// HTTPS, because an attacker who forges the provider's responses could sign in as anyone.
const issuer = z
  .url({ protocol: /^https?$/, abort: true })
  .refine(
    (value) =>
      new URL(value).protocol === 'https:' ||
      LOOPBACK.test(new URL(value).hostname.replace(/^\[|\]$/g, '')),
  )
const databaseUrls = z
  .string()
  .transform((value) => value.split(',').map((url) => url.trim()))
  .pipe(z.array(z.url({ protocol: /^postgres(ql)?$/ })))
const urlsMessage =
  'should be one or more URLs like postgresql://user:password@host:5432/database, ' +
  'separated by commas'
const trustProxy = z.union([z.literal('off').transform(() => 0), integer(0, 32)])

/** Each setting's schema, and the error message that follows its name. */
export const shape = {
  PORT: [integer(1, 65_535).default(4000), 'should be a number from 1 to 65535'],
  HOST: [
    z
      .string()
      .regex(/^[\w.:-]+$/)
      .default('localhost'),
    'should be a host name or an address, such as 0.0.0.0',
  ],
  DATABASE_URL: [databaseUrls.default([]), urlsMessage],
  DATABASE_DIRECT_URL: [databaseUrls.default([]), urlsMessage],
  REDIS_URL: [
    z.url({ protocol: /^rediss?$/, hostname: /./ }).optional(),
    'should look like redis://user:password@host:6379/0, ' +
      'or rediss://host:6379 for an encrypted connection',
  ],
  DATABASE_REPLICA_URL: [databaseUrls.default([]), urlsMessage],
  DATA_DIR: [z.string().default('.data'), 'should be the path of a folder'],
  AUTH_SECRET: [
    z.string().min(MIN_SECRET_LENGTH).optional(),
    `should have at least ${MIN_SECRET_LENGTH} characters`,
  ],
  PUBLIC_URL: [
    origin.optional(),
    'should be an origin without a path, such as https://vibes.example.com',
  ],
  SEED: [z.enum(['demo', 'none']).optional(), 'should be "demo" or "none"'],
  DEMO_USER: [onOff.optional(), 'should be "on" or "off"'],
  SIGN_UPS: [z.enum(signUpModes).default('open'), 'should be "open", "invite" or "approval"'],
  INDEXING: [onOff.default(true), 'should be "on" or "off"'],
  // With more, each would get too few of PostgreSQL's default 100 connections.
  WEB_CONCURRENCY: [integer(1, 24).default(1), 'should be a number from 1 to 24'],
  RATE_LIMIT: [onOff.default(true), 'should be "on" or "off"'],
  TRUST_PROXY: [
    trustProxy.default(0),
    'should be "off" or the number of proxies in front of the server',
  ],
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
  CONTACT: [
    z.union([z.email(), z.url({ protocol: /^https?$/, hostname: /./ })]).optional(),
    'should be an email address or a URL, such as help@vibes.example.com',
  ],
  WEBHOOK_ALLOW_PRIVATE: [onOff.default(false), 'should be "on" or "off"'],
  S3_ENDPOINT: [
    z.url({ protocol: /^https?$/ }).optional(),
    'should be the address of an S3-compatible store, such as https://s3.eu-central-1.amazonaws.com',
  ],
  S3_BUCKET: [
    z
      .string()
      .regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/)
      .optional(),
    'should be the name of a bucket: 3 to 63 lowercase letters, digits, dots and hyphens',
  ],
  S3_REGION: [
    z
      .string()
      .regex(/^[\w-]+$/)
      .default('us-east-1'),
    'should be the name of a region, such as eu-central-1',
  ],
  S3_ACCESS_KEY_ID: [z.string().optional(), 'should be the id of an access key for the bucket'],
  S3_SECRET_ACCESS_KEY: [z.string().optional(), 'should be the secret of the access key'],
  OIDC_ISSUER: [
    issuer.optional(),
    'should be the address of an OpenID provider, such as https://id.example.com',
  ],
  OIDC_CLIENT_ID: [z.string().optional(), 'should be the client id that the provider assigned'],
  OIDC_CLIENT_SECRET: [
    z.string().optional(),
    'should be the client secret that the provider assigned',
  ],
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
    'should be the fraction of requests to trace, from 0 to 1',
  ],
  LOG_LEVEL: [
    z.enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']).default('info'),
    'should be "trace", "debug", "info", "warn", "error", "fatal" or "silent"',
  ],
} as const

/** Error messages never repeat the values of these. */
export const SECRETS: ReadonlySet<string> = new Set([
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
