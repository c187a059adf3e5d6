/** What the environment says, checked. This file is the one reader of process.env. */
export interface Settings {
  port: number
  host: string
  /** Unset: the embedded database. */
  databaseUrl: string | undefined
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
  logLevel: string
}
