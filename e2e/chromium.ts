import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync } from 'node:fs'
import path from 'node:path'
import { chromium } from '@playwright/test'

const ROOT = path.resolve(import.meta.dirname, '..')
const INSTALLED = [
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
 * The path of a Chromium that runs here: the one of CHROMIUM_PATH, Playwright's, the one that npm brought, an installed one, or,
 * for root on Debian, one that is installed now. The first two of those are headless shells: the same engine without a desktop
 * browser around it, which shows a page for a third of the processor's time.
 * @throws Error in a sentence when there is none
 */
export async function findChromium(): Promise<string> {
  const given = process.env.CHROMIUM_PATH
  if (given && !runs(given)) throw new Error(`CHROMIUM_PATH is ${given}, which does not run.`)
  const found =
    given ??
    [chromium.executablePath()].find(runs) ??
    (await unpacked()) ??
    INSTALLED.find(runs) ??
    installed()
  if (!found)
    throw new Error(
      'The browser journeys need a Chromium: install one, or set CHROMIUM_PATH to its path.',
    )
  // Each worker looks again.
  process.env.CHROMIUM_PATH = found
  return found
}

function runs(file: string): boolean {
  try {
    if (!existsSync(file)) return false
    execFileSync(file, ['--version', '--no-sandbox'], { stdio: 'ignore', timeout: 20_000 })
    return true
  } catch {
    return false
  }
}

/** The package unpacks itself into TMPDIR and would take whatever has the right name there, so it gets a folder of its own. */
async function unpacked(): Promise<string | undefined> {
  if (process.platform !== 'linux' || process.arch !== 'x64') return undefined
  const before = process.env.TMPDIR
  const folder = path.join(ROOT, '.test', 'chromium')
  mkdirSync(folder, { recursive: true })
  process.env.TMPDIR = folder
  try {
    const { default: packed } = await import('@sparticuz/chromium')
    const file = await packed.executablePath()
    return runs(file) ? file : undefined
  } finally {
    if (before === undefined) delete process.env.TMPDIR
    else process.env.TMPDIR = before
  }
}

function installed(): string | undefined {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return undefined
  console.log('Installing Chromium for the browser journeys …')
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
  return INSTALLED.find(runs)
}
