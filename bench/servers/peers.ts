import { execFileSync } from 'node:child_process'
import { existsSync, statSync } from 'node:fs'
import path from 'node:path'
import { environment, ROOT } from '../../scripts/run.ts'

const FOLDER = path.join(ROOT, 'bench')

/** Installs what belongs to the benchmarks alone, when it is first needed or has changed. */
export function installPeers(): void {
  const installed = path.join(FOLDER, 'node_modules', '.package-lock.json')
  const wanted = path.join(FOLDER, 'package-lock.json')
  if (existsSync(installed) && statSync(installed).mtimeMs >= statSync(wanted).mtimeMs) return
  console.log('Installing what the benchmarks compare with …')
  execFileSync('npm', ['ci'], {
    cwd: FOLDER,
    env: environment(),
    stdio: ['ignore', 'ignore', 'inherit'],
  })
}
