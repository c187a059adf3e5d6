import fc from 'fast-check'
import { compare, compareLists } from './check.ts'
import { days } from './commands.ts'
import { Model } from './model.ts'
import { carryOut } from './moment.ts'
import { type Resident, signIn } from './town.ts'

let runs = 0

/**
 * Lets people do random things at the same time, and compares what they see with a model after each.
 * @throws Error with the shortest course of things after which they differ
 */
export async function modelHolds(
  residents: readonly Resident[],
  { seed, runs: numRuns }: { seed: number; runs: number },
): Promise<void> {
  const property = fc.asyncProperty(days, async (course) => {
    for (const each of residents)
      for (const device of each.devices) if (!device.isSignedIn) await signIn(each, device)
    const model = new Model(`course${seed}x${++runs}`)
    for (const commands of course) {
      await carryOut(model, residents, commands)
      await compare(model, residents)
    }
    await compareLists(model, residents)
  })
  await fc.assert(property, { seed, numRuns })
}
