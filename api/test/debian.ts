import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'

/** These files stop packages from creating a cluster and from starting services. */
const NO_CLUSTER = '/etc/postgresql-common/createcluster.conf'
const NO_SERVICES = '/usr/sbin/policy-rc.d'

/**
 * Whether a program exists. Root on Debian installs its package if it is missing.
 * @param file a file of the package
 */
export function hasPackage(name: string, file: string): boolean {
  if (existsSync(file)) return true
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return false
  if (!existsSync(NO_CLUSTER)) {
    mkdirSync(path.dirname(NO_CLUSTER), { recursive: true })
    writeFileSync(NO_CLUSTER, 'create_main_cluster = false\n')
  }
  const quiet = !existsSync(NO_SERVICES)
  if (quiet) writeFileSync(NO_SERVICES, '#!/bin/sh\nexit 101\n', { mode: 0o755 })
  const apt = (...args: string[]) =>
    execFileSync('apt-get', args, {
      stdio: 'ignore',
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    })
  try {
    apt('update')
    apt('install', '-y', '--no-install-recommends', '-o', 'Dpkg::Options::=--force-confold', name)
  } catch {
    return false
  } finally {
    if (quiet) rmSync(NO_SERVICES, { force: true })
  }
  return existsSync(file)
}
