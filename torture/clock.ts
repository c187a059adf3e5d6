import { globSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { hasPackage } from '#api/test/debian.ts'
import { visitor } from '#api/test/visitor.ts'
import { allAnswered, goesOn } from './faults.ts'
import { openWorld, type World } from './world.ts'

/** Debian's package `faketime`: what its library is loaded into sees the clock that a file says. The database's own clock stays. */
const PROGRAM = '/usr/bin/faketime'
const LIBRARY = '/usr/lib/*/faketime/libfaketimeMT.so.1'
const HOUR = 3_600
/** Milliseconds; the file is read again after a second, and an answer's date stands for another one. */
const SEEN = 10_000
const BETWEEN_LOOKS = 50

export interface Clock {
  /** Seconds ahead of the time, or behind it. */
  set(seconds: number): void
  remove(): void
}

/** A world whose clock can be set; null where there is no library for that. */
export async function openWorldWithClock(
  seed: number,
): Promise<{ world: World; clock: Clock } | null> {
  const [library] = hasPackage('faketime', PROGRAM) ? globSync(LIBRARY) : []
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
    // What is waited for goes by another clock, which nobody sets.
    FAKETIME_DONT_FAKE_MONOTONIC: '1',
  }
  const world = await openWorld({ seed, settings })
  const end = async () => {
    await world.end()
    clock.remove()
  }
  return {
    clock,
    world: Object.defineProperties(
      {},
      { ...Object.getOwnPropertyDescriptors(world), end: { value: end } },
    ) as World,
  }
}

/** The clock is set back and forth by an hour under load, and the server started again meanwhile. Order and sessions have to hold. */
export async function clockSet(world: World, clock: Clock): Promise<void> {
  const { history, random } = world
  const ann = visitor(world.product.url)
  const { email, password } = await ann.signUp()
  const staysSignedIn = async (when: string) => {
    const answer = await ann.fetch('/api/auth/user')
    if (answer.status !== 200)
      history.problems.push(`A session is dead ${when}: ${answer.status} ${await answer.text()}`)
    const again = visitor(world.product.url)
    const signedIn = await again.fetch('/api/auth/sign-in/email', { json: { email, password } })
    const asked = await again.fetch('/api/auth/user')
    if (signedIn.status !== 200 || asked.status !== 200)
      history.problems.push(`Signing in ${when} is answered ${signedIn.status}, ${asked.status}.`)
  }
  const [first, second] = random.chance(0.5) ? [HOUR, -HOUR] : [-HOUR, HOUR]
  for (const offset of [first, second, 0]) {
    await allAnswered(world, async () => {
      await setTimeout(random.between(0, 500))
      clock.set(offset)
      await showsTime(world, offset)
      await goesOn(world)
      await staysSignedIn(`${offset} seconds off`)
    })
    if (random.chance(0.4)) {
      await world.restart()
      await allAnswered(world, () => goesOn(world))
      await showsTime(world, offset)
      await staysSignedIn(`after a start, ${offset} seconds off`)
    }
  }
}

/** Waits until the product's clock is so many seconds ahead of the time. */
async function showsTime({ product, history }: World, offset: number): Promise<void> {
  for (const began = performance.now(); ; await setTimeout(BETWEEN_LOOKS)) {
    const { headers } = await fetch(`${product.url}/healthz`)
    const ahead = (Date.parse(headers.get('date') ?? '') - Date.now()) / 1_000
    if (Math.abs(ahead - offset) < 60) return
    if (performance.now() - began > SEEN)
      return void history.problems.push(
        `The clock could not be set: it is ${ahead} seconds ahead instead of ${offset}.`,
      )
  }
}
