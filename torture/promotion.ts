import { setTimeout } from 'node:timers/promises'
import { hasPostgres15, type Postgres15, startPostgres15 } from '#api/test/database/postgres-15.ts'
import { expectResponses, waitForProgress, waitForReadiness } from './faults.ts'
import { type Harness, startHarness } from './harness.ts'
import { TIME_LIMITS, type TimeLimits } from './time-limits.ts'

/**
 * Kills the primary under load and promotes its synchronous standby, which serves as a replica
 * until then.
 * @returns problems; null when PostgreSQL 15 is not installed
 */
export async function losePrimary(seed: number, limits = TIME_LIMITS): Promise<string[] | null> {
  if (!hasPostgres15()) return null
  // The default name of a standby.
  const primary = await startPostgres15(['synchronous_standby_names=walreceiver'])
  try {
    const standby = await primary.standby([])
    try {
      return await promotion(primary, standby, { seed, limits })
    } finally {
      await standby.stop()
    }
  } finally {
    await primary.stop()
  }
}

async function promotion(
  primary: Postgres15,
  standby: Postgres15,
  { seed, limits }: { seed: number; limits: TimeLimits },
): Promise<string[]> {
  const both = `${primary.url},${standby.url}`
  const settings = {
    DATABASE_URL: both,
    DATABASE_REPLICA_URL: both,
    AUTH_SECRET: 'a secret for this run only, which protects nothing',
    WEB_CONCURRENCY: '2',
  }
  const harness = await startHarness({ seed, settings, limits, directUrl: standby.url })
  try {
    await expectResponses(harness, () => failOver(harness, primary, standby))
    return await harness.check()
  } finally {
    await harness.stop()
  }
}

async function failOver(harness: Harness, primary: Postgres15, standby: Postgres15): Promise<void> {
  const { history, random, limits } = harness
  await setTimeout(random.between(500, 2_000))
  primary.kill()
  await waitForReadiness(harness, 503)
  await setTimeout(random.between(0, 1_500))
  await standby.promote()
  const startedAt = Date.now()
  await waitForReadiness(harness, 200)
  await waitForProgress(harness)
  const failoverMs = Date.now() - startedAt
  if (failoverMs > limits.failover)
    history.problems.push(`Writes continued ${failoverMs} ms after the promotion.`)
  // By now the other worker has failed over, too, and reads have no replica.
  await waitForProgress(harness)
}
