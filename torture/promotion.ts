import { setTimeout } from 'node:timers/promises'
import { hasPostgres15, type Postgres15, startPostgres15 } from '#api/test/postgres-15.ts'
import { allAnswered, becomes, goesOn } from './faults.ts'
import { openWorld, type World } from './world.ts'

/** Milliseconds in which writes have to go on after the promotion. */
const PROMPTLY = 10_000

/**
 * The primary is killed under load, and its synchronous standby, which is read from as a replica meanwhile, is promoted. Whatever was
 * acknowledged has to be there, and writes have to go on by themselves.
 * @returns null where there is no PostgreSQL with a standby
 */
export async function primaryLost(seed: number): Promise<string[] | null> {
  if (!hasPostgres15()) return null
  // A standby goes by this name unless it is given another.
  const primary = await startPostgres15(['synchronous_standby_names=walreceiver'])
  try {
    const standby = await primary.standby([])
    try {
      return await promotion(seed, primary, standby)
    } finally {
      await standby.stop()
    }
  } finally {
    await primary.stop()
  }
}

async function promotion(
  seed: number,
  primary: Postgres15,
  standby: Postgres15,
): Promise<string[]> {
  const both = `${primary.url},${standby.url}`
  const settings = {
    DATABASE_URL: both,
    DATABASE_REPLICA_URL: both,
    AUTH_SECRET: 'known to this run alone, and to nobody else',
    WEB_CONCURRENCY: '2',
  }
  const world = await openWorld({ seed, settings, directUrl: standby.url })
  try {
    await allAnswered(world, () => lose(world, primary, standby))
    return await world.check()
  } finally {
    await world.end()
  }
}

async function lose(world: World, primary: Postgres15, standby: Postgres15): Promise<void> {
  const { history, random } = world
  await setTimeout(random.between(500, 2_000))
  primary.kill()
  await becomes(world, 503)
  await setTimeout(random.between(0, 1_500))
  await standby.promote()
  const began = Date.now()
  await becomes(world, 200)
  await goesOn(world)
  const took = Date.now() - began
  if (took > PROMPTLY) history.problems.push(`Writes went on ${took} ms after the promotion.`)
  // The other process as well, and from then on without a replica.
  await goesOn(world)
}
