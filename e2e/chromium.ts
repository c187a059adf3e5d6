import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync } from 'node:fs'
import path from 'node:path'
import { chromium } from '@playwright/test'
import { installPackages } from '../api/test/database/debian.ts'

const ROOT = path.resolve(import.meta.dirname, '..')
const INSTALL_PATHS = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
]

export const chromiumArguments = [
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

/**
 * Finds a Chromium that runs on this machine.
 * Headless shells come first, because they need a third of the CPU time.
 * @throws Error if no Chromium runs
 */
export async function findChromium(): Promise<string> {
  const configured = process.env.CHROMIUM_PATH
  if (configured && !canRun(configured))
    throw new Error(`CHROMIUM_PATH is ${configured}, which doesn't run.`)
  const executable =
    configured ??
    [chromium.executablePath()].find(canRun) ??
    (await unpackPackage()) ??
    INSTALL_PATHS.find(canRun)
  if (!executable)
    throw new Error(
      'The browser tests need Chromium, which "npm test" installs for root on Debian. Install it, or set CHROMIUM_PATH to its path.',
    )
  // Workers inherit it and skip the search.
  process.env.CHROMIUM_PATH = executable
  return executable
}

function canRun(file: string): boolean {
  try {
    if (!existsSync(file)) return false
    execFileSync(file, ['--version', '--no-sandbox'], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

/** Unpacks into a private TMPDIR: in a shared one, the package would trust any file of its name. */
async function unpackPackage(): Promise<string | undefined> {
  if (process.platform !== 'linux' || process.arch !== 'x64') return undefined
  const originalTmpdir = process.env.TMPDIR
  const folder = path.join(ROOT, '.test', 'chromium')
  mkdirSync(folder, { recursive: true })
  process.env.TMPDIR = folder
  try {
    const { default: packed } = await import('@sparticuz/chromium')
    const file = await packed.executablePath()
    return canRun(file) ? file : undefined
  } finally {
    if (originalTmpdir === undefined) delete process.env.TMPDIR
    else process.env.TMPDIR = originalTmpdir
  }
}

/**
 * Installs Debian's Chromium if the user is root on Debian.
 * @returns its path, or undefined
 */
export function installChromium(): string | undefined {
  installPackages(['chromium'])
  return INSTALL_PATHS.find(canRun)
}
