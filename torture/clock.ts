import { existsSync, globSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { installPackages } from '#api/test/database/debian.ts'
import { createBrowser } from '#api/test/people/browser.ts'
import { expectResponses, waitForProgress } from './faults.ts'
import { type Harness, startHarness } from './harness.ts'

/**
 * Debian's `faketime`, which reads the clock offset from a file. The database keeps the real clock.
 */
const PROGRAM = '/usr/bin/faketime'
const LIBRARY = '/usr/lib/*/faketime/libfaketimeMT.so.1'
const HOUR_SECONDS = 3_600
const CLOCK_TIMEOUT_MS = 10_000
const POLL_MS = 50

export interface Clock {
  /** @param seconds offset from the real time, negative for behind */
  set(seconds: number): void
  remove(): void
}

/** @returns null when faketime is not installed */
export async function startHarnessWithClock(
  seed: number,
): Promise<{ harness: Harness; clock: Clock } | null> {
  if (!existsSync(PROGRAM)) installPackages(['faketime'])
  const [library] = globSync(LIBRARY)
  if (!library) return null
  const folder = mkdtempSync(path.join(tmpdir(), 'good-vibes-clock-'))
  const file = path.join(folder, 'offset')
  const clock: Clock = {
    set: (seconds) => writeFileSync(file, `${seconds < 0 ? '' : '+'}${seconds}s\n`),
    remove: () => rmSync(folder, { recursive: true }),
  }
  clock.set(0)
  const settings = {
    LD_PRELOAD: library,
    FAKETIME_TIMESTAMP_FILE: file,
    FAKETIME_CACHE_DURATION: '1',
    // Timeouts use the monotonic clock, which has to stay right.
    FAKETIME_DONT_FAKE_MONOTONIC: '1',
  }
  return { clock, harness: await startHarness({ seed, settings, onStop: clock.remove }) }
}

/**
 * Sets the clock back and forward by an hour under load. Order and sessions have to survive, also
 * across restarts.
 */
export async function changeClock(harness: Harness, clock: Clock): Promise<void> {
  const { history, random } = harness
  const ann = createBrowser(harness.product.url)
  const { email, password } = await ann.signUp()
  const checkSignIn = async (when: string) => {
    const response = await ann.fetch('/api/auth/user')
    if (response.status !== 200)
      history.problems.push(`A session ended ${when}: ${response.status} ${await response.text()}`)
    const secondDevice = createBrowser(harness.product.url)
    const signedIn = await secondDevice.fetch('/api/auth/sign-in/email', {
      json: { email, password },
    })
    const user = await secondDevice.fetch('/api/auth/user')
    if (signedIn.status !== 200 || user.status !== 200)
      history.problems.push(`Signing in ${when} returned ${signedIn.status} and ${user.status}.`)
  }
  const [first, second] = random.chance(0.5)
    ? [HOUR_SECONDS, -HOUR_SECONDS]
    : [-HOUR_SECONDS, HOUR_SECONDS]
  for (const offset of [first, second, 0]) {
    await expectResponses(harness, async () => {
      await setTimeout(random.between(0, 500))
      clock.set(offset)
      await waitForOffset(harness, offset)
      await waitForProgress(harness)
      await checkSignIn(`with the clock off by ${offset} seconds`)
    })
    if (random.chance(0.4)) {
      await harness.restart()
      await expectResponses(harness, () => waitForProgress(harness))
      await waitForOffset(harness, offset)
      await checkSignIn(`after a restart with the clock off by ${offset} seconds`)
    }
  }
}

/** Waits until the product's clock has the offset. */
async function waitForOffset({ product, history }: Harness, offset: number): Promise<void> {
  for (const startedAt = performance.now(); ; await setTimeout(POLL_MS)) {
    const { headers } = await fetch(`${product.url}/healthz`)
    const ahead = (Date.parse(headers.get('date') ?? '') - Date.now()) / 1_000
    if (Math.abs(ahead - offset) < 60) return
    if (performance.now() - startedAt > CLOCK_TIMEOUT_MS)
      return void history.problems.push(
        `The clock could not be set: it is off by ${ahead} seconds instead of ${offset}.`,
      )
  }
}
