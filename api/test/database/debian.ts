import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'

/** These files stop packages from creating a cluster and from starting services. */
const NO_CLUSTER = '/etc/postgresql-common/createcluster.conf'
const NO_SERVICES = '/usr/sbin/policy-rc.d'
const WITHOUT_QUESTIONS = ['-o', 'Dpkg::Options::=--force-confold']

/** Mirrors hang at times. The checks go on without what is missing. */
const APT_TIMEOUT_MS = 600_000

/** Installs packages if the user is root on Debian. Otherwise, or if it fails, it does nothing. */
export function installPackages(names: readonly string[]): void {
  if (names.length === 0 || process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return
  console.log(`Installing ${names.join(', ')} …`)
  if (!existsSync(NO_CLUSTER)) {
    mkdirSync(path.dirname(NO_CLUSTER), { recursive: true })
    writeFileSync(NO_CLUSTER, 'create_main_cluster = false\n')
  }
  const quiet = !existsSync(NO_SERVICES)
  if (quiet) writeFileSync(NO_SERVICES, '#!/bin/sh\nexit 101\n', { mode: 0o755 })
  const apt = (...args: string[]) =>
    execFileSync('apt-get', args, {
      stdio: ['ignore', 'ignore', 'inherit'],
      timeout: APT_TIMEOUT_MS,
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    })
  try {
    apt('update')
    apt('install', '-y', '--no-install-recommends', ...WITHOUT_QUESTIONS, ...names)
  } catch {
    // apt has said why. What is missing is reported by its name.
  } finally {
    if (quiet) rmSync(NO_SERVICES, { force: true })
  }
}
