import { execFileSync } from 'node:child_process'
import { existsSync, statSync } from 'node:fs'
import path from 'node:path'
import { environment, ROOT } from '../../scripts/run.ts'

const FOLDER = path.join(ROOT, 'bench')

/** Installs the dependencies of bench/ unless they are up to date. */
export function installPeers(): void {
  const installed = path.join(FOLDER, 'node_modules', '.package-lock.json')
  const lockfile = path.join(FOLDER, 'package-lock.json')
  if (existsSync(installed) && statSync(installed).mtimeMs >= statSync(lockfile).mtimeMs) return
  console.log('Installing the peers to compare with …')
  execFileSync('npm', ['ci'], {
    cwd: FOLDER,
    env: environment(),
    stdio: ['ignore', 'ignore', 'inherit'],
  })
}
