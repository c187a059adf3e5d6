import { seeded } from '#demo/random.ts'
import type { World } from '../world.ts'
import { kinds } from './acts.ts'
import { comparePeople, problemsOf } from './compare.ts'
import type { BulkServices } from './services.ts'

const names = Object.entries(kinds).flatMap(([name, { weight }]) =>
  Array<string>(weight).fill(name),
)

interface BulkRun {
  seed: number
  acts: number
  /** How many acts happen, at least, before all lists are compared. */
  actsPerComparison?: number
}

/**
 * Lets random people act, many at a time, and compares what each of them sees with the model. The
 * sets of hidden people are compared after each statement: a later one could renew a stale set.
 * @returns how often each kind of act happened
 * @throws Error at the first comparison with a difference
 */
export async function checkBulk(
  world: World,
  services: BulkServices,
  { seed, acts, actsPerComparison = 1_000 }: BulkRun,
): Promise<Map<string, number>> {
  const random = seeded(seed)
  const counts = new Map<string, number>()
  let done = 0
  let compared = 0
  while (done < acts) {
    const name = random.pick(names)
    const kind = kinds[name]
    const count = (await kind?.act({ world, services, random }, random.whole(1, kind.most))) ?? 0
    counts.set(name, (counts.get(name) ?? 0) + count)
    done += count
    const isDue = done - compared >= actsPerComparison || done >= acts
    const [problem] = await (isDue ? problemsOf : comparePeople)(world, services)
    if (problem) throw new Error(`After act ${done} (${name}): ${problem}`)
    if (isDue) compared = done
  }
  return counts
}
