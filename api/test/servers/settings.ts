import type { Settings } from '#api/settings/settings.ts'

export const testSettings: Settings = {
  port: 4000,
  host: 'localhost',
  databaseUrls: [],
  databaseDirectUrls: [],
  databaseReplicaUrls: [],
  redisUrl: undefined,
  dataDir: '',
  // Fixtures of version 0.1 are encrypted with this secret.
  authSecret: 'a secret that is known to tests alone',
  publicUrl: 'http://localhost:4000',
  seed: 'none',
  demoUser: true,
  signUps: 'open',
  webhookAllowPrivate: false,
  indexing: true,
  rateLimit: false,
  trustProxy: 0,
  metricsToken: undefined,
  smtpUrl: undefined,
  mailFrom: 'Good Vibes <no-reply@localhost>',
  contact: undefined,
  tracing: null,
  logLevel: 'info',
  workers: 1,
  oidc: null,
  bucket: null,
}

/** Timeouts of a change feed that only a hanging database reaches. */
export const PATIENT_FEED = { syncTimeoutMs: 60_000, replyTimeoutMs: 60_000 }
