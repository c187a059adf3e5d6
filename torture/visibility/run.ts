import { setTimeout } from 'node:timers/promises'
import { createBrowser } from '#api/test/people/browser.ts'
import { seeded } from '#demo/random.ts'
import { actAtRandom } from './acts.ts'
import { type Browsers, browserFor } from './people.ts'
import { problemOf, type Reader, randomRead } from './reads.ts'
import type { World } from './world.ts'

/** A change reaches anonymous readers, and what is the same for everyone, within this time. */
const ANONYMOUS_MS = 1_000
const ANONYMOUS_SHARE = 0.1

export interface VisibilityRun {
  seed: number
  acts: number
  urls: readonly [string, string]
}

/**
 * Lets random people act one after the other. After each act, somebody else reads through either
 * server, and the response is compared with the model.
 * @returns how often each act happened
 * @throws Error at the first difference
 */
export async function checkVisibility(
  { world, browsers }: { world: World; browsers: Browsers },
  { seed, acts, urls }: VisibilityRun,
): Promise<Map<string, number>> {
  const random = seeded(seed)
  const counts = new Map<string, number>()
  const visitors = [createBrowser(urls[0]), createBrowser(urls[1])] as const
  for (let number = 1; number <= acts; number++) {
    const { what, sender } = await actAtRandom(world, browsers, random, counts)
    const answeredAt = Date.now()
    const server = random.pick([0, 1] as const)
    const others = world.people.filter((person) => person !== sender)
    const viewer = random.chance(ANONYMOUS_SHARE) ? null : random.pick(others)
    const browser = viewer ? browserFor(browsers, viewer, server) : visitors[server]
    const reader: Reader = { viewer, browser }
    const read = randomRead(world, viewer, random)
    let problem = await problemOf(world, reader, read)
    if (problem && (!viewer || read.isPublic)) {
      await setTimeout(ANONYMOUS_MS - (Date.now() - answeredAt))
      problem = await problemOf(world, reader, read)
    }
    if (problem)
      throw new Error(
        `Act ${number} (${what}), then ${read.path} for ${viewer?.username ?? 'a visitor'} through server ${server + 1}: ${problem}`,
      )
  }
  return counts
}
