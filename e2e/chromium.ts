import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync } from 'node:fs'
import path from 'node:path'
import { chromium } from '@playwright/test'

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
 * Finds a Chromium that runs on this machine, or installs one as root on Debian.
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
    INSTALL_PATHS.find(canRun) ??
    installWithApt()
  if (!executable)
    throw new Error(
      'The browser tests need Chromium. Install it, or set CHROMIUM_PATH to its path.',
    )
  // Workers inherit it and skip the search.
  process.env.CHROMIUM_PATH = executable
  return executable
}

function canRun(file: string): boolean {
  try {
    if (!existsSync(file)) return false
    execFileSync(file, ['--version', '--no-sandbox'], { stdio: 'ignore', timeout: 20_000 })
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

function installWithApt(): string | undefined {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return undefined
  console.log('Installing Chromium for the browser tests …')
  const apt = (...args: string[]) =>
    execFileSync('apt-get', args, {
      stdio: ['ignore', 'ignore', 'inherit'],
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    })
  try {
    apt('update')
    apt('install', '-y', '--no-install-recommends', 'chromium')
  } catch {
    return undefined
  }
  return INSTALL_PATHS.find(canRun)
}
