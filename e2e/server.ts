import { spawn } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { freePort } from '#api/lib/free-port.ts'
import { environment, ROOT } from '../scripts/run.ts'

const READY = /^Good Vibes is ready at (\S+)$/m
const SETTINGS =
  'PORT HOST DATABASE_URL DATABASE_DIRECT_URL DATABASE_REPLICA_URL REDIS_URL DATA_DIR AUTH_SECRET PUBLIC_URL SEED DEMO_USER WEB_CONCURRENCY RATE_LIMIT TRUST_PROXY METRICS_TOKEN OIDC_ISSUER OIDC_CLIENT_ID OIDC_CLIENT_SECRET OIDC_NAME S3_ENDPOINT S3_BUCKET S3_REGION S3_ACCESS_KEY_ID S3_SECRET_ACCESS_KEY SMTP_URL MAIL_FROM OTEL_EXPORTER_OTLP_ENDPOINT OTEL_SERVICE_NAME OTEL_TRACES_SAMPLER_ARG LOG_LEVEL NODE_ENV'

export interface Product {
  /** Where it is, without a slash at its end. */
  url: string
  dataDir: string
  /** The `npm start` process. */
  pid: number
  /** Everything it has written so far. */
  output(): string
  /** Asks `npm start` alone to end, as a supervisor does. Resolves with its exit code; a second time does nothing. */
  stop(): Promise<number | null>
}

/** An empty data directory for a test, which the database's user can reach. */
export function emptyDataDir(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'good-vibes-data-'))
  chmodSync(folder, 0o755)
  return folder
}

/** The environment of a test's product: what is given, and of all other settings none, whatever `.env` says. */
export function isolatedEnvironment(settings: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return environment({
    ...Object.fromEntries(SETTINGS.split(' ').map((name) => [name, ''])),
    ...settings,
  })
}

/**
 * The product as a person starts it, by `npm start`, on a free port and, unless one is given, an empty data directory that
 * goes away with it.
 * @throws Error with its output when it ends before it is ready
 */
export async function startProduct(settings: NodeJS.ProcessEnv = {}): Promise<Product> {
  const port = String(await freePort())
  const dataDir = settings.DATA_DIR ?? emptyDataDir()
  const child = spawn('npm', ['start'], {
    cwd: ROOT,
    env: isolatedEnvironment({ PORT: port, DATA_DIR: dataDir, ...settings }),
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve))
  // Whoever starts it leaves none behind.
  const endIt = () => void child.kill('SIGTERM')
  process.once('exit', endIt)
  void ended.then(() => process.off('exit', endIt))
  let written = ''
  const url = await new Promise<string>((resolve, reject) => {
    const read = (chunk: Buffer) => {
      written += chunk
      const ready = READY.exec(written)?.[1]
      if (ready) resolve(ready)
    }
    child.stdout.on('data', read)
    child.stderr.on('data', read)
    void ended.then(() => reject(new Error(`The product ended before it was ready:\n${written}`)))
  })
  return {
    url,
    dataDir,
    pid: child.pid ?? 0,
    output: () => written,
    async stop() {
      child.kill('SIGTERM')
      const code = await ended
      if (!settings.DATA_DIR) rmSync(dataDir, { recursive: true, force: true })
      return code
    },
  }
}
