import { installPackages } from '#api/test/database/debian.ts'
import { hasPgBouncer } from '#api/test/database/pgbouncer.ts'
import { hasPostgres15 } from '#api/test/database/postgres-15.ts'
import { hasRedis } from '#api/test/servers/redis-server.ts'
import { findChromium, installChromium } from '../../e2e/chromium.ts'

/** Programs that tests start, by their Debian package. */
const PROGRAMS = {
  'postgresql-15': hasPostgres15,
  pgbouncer: hasPgBouncer,
  'redis-server': hasRedis,
}

type Program = keyof typeof PROGRAMS

/**
 * Installs the servers that tests start, as root on Debian.
 * @returns the names of those that are still missing
 */
function installServers(): string[] {
  const names = Object.keys(PROGRAMS) as Program[]
  const missing = () => names.filter((name) => !PROGRAMS[name]())
  installPackages(missing())
  return missing()
}

/**
 * Installs servers and the browser before the first test, so that no test has to.
 * @returns the names of the programs that are still missing
 */
export async function installPrograms(): Promise<string[]> {
  const servers = installServers()
  const chromium = await findChromium().catch(() => installChromium())
  return chromium ? servers : [...servers, 'chromium']
}
