import fc from 'fast-check'
import { compareFeeds, compareLists } from './check.ts'
import { commandBatches } from './commands.ts'
import { executeConcurrently } from './execute.ts'
import { compareFollowing } from './following.ts'
import { Model } from './model.ts'
import { type ModelUser, signIn } from './users.ts'

let runs = 0

/**
 * Runs random batches of concurrent commands and compares the feeds with a model after each batch.
 * @throws Error with the shortest failing sequence of commands
 */
export async function checkModel(
  users: readonly ModelUser[],
  { seed, runs: numRuns }: { seed: number; runs: number },
): Promise<void> {
  const property = fc.asyncProperty(commandBatches, async (batches) => {
    for (const user of users)
      for (const device of user.devices) if (!device.isSignedIn) await signIn(user, device)
    const model = new Model(`run${seed}x${++runs}`)
    for (const commands of batches) {
      await executeConcurrently(model, users, commands)
      await compareFeeds(model, users)
      await compareFollowing(model, users)
    }
    await compareLists(model, users)
  })
  await fc.assert(property, { seed, numRuns })
}
