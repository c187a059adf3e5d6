import { readFileSync } from 'node:fs'
import path from 'node:path'
import { isolatedEnvironment } from '../../e2e/server.ts'
import { ROOT } from '../../scripts/run.ts'
import { AUTH_SECRET, scratchPath } from '../paths.ts'
import { installPeers } from './peers.ts'
import { type ServerProcess, startServer } from './process.ts'

export const serverNames = ['limit', 'sql', 'postgraphile', 'apollo', 'ours', 'ours ×2'] as const
export type ServerName = (typeof serverNames)[number]

/** Path of the response body that `limit` sends. */
export const responseFile = () => scratchPath('response.json')

/**
 * Starts a server in a separate process, with production settings.
 * @param settings more settings of the product
 */
export async function startNamed(
  name: ServerName,
  databaseUrl: string,
  settings: NodeJS.ProcessEnv = {},
): Promise<ServerProcess> {
  if (name === 'ours') return startProduct(name, databaseUrl, settings)
  if (name === 'ours ×2') return startProduct(name, databaseUrl, { WEB_CONCURRENCY: '2' })
  if (name === 'postgraphile') installPeers()
  const file =
    name === 'postgraphile' ? 'bench/servers/postgraphile.js' : `bench/servers/${name}.ts`
  return startServer({
    name,
    file,
    env: { ...isolatedEnvironment(settingsOf(databaseUrl, name)), RESPONSE_FILE: responseFile() },
  })
}

function startProduct(
  name: ServerName,
  databaseUrl: string,
  settings: NodeJS.ProcessEnv,
): Promise<ServerProcess> {
  const env = isolatedEnvironment({ ...settingsOf(databaseUrl, name), ...settings })
  return startServer({
    name,
    file: 'api/main.ts',
    env,
    options: startOptions(),
    readiness: '/readyz',
  })
}

/** @returns the options that `npm start` gives Node */
function startOptions(): string[] {
  const { scripts } = JSON.parse(readFileSync(path.join(ROOT, 'package.json'), 'utf8')) as {
    scripts: { start: string }
  }
  return scripts.start.split(' ').filter((word) => word.startsWith('--'))
}

function settingsOf(databaseUrl: string, name: ServerName): NodeJS.ProcessEnv {
  return {
    DATABASE_URL: databaseUrl,
    AUTH_SECRET,
    RATE_LIMIT: 'off',
    DATA_DIR: scratchPath(`data of ${name} on ${path.basename(databaseUrl)}`),
    GRAPHILE_ENV: 'production',
  }
}
