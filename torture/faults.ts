import { setTimeout } from 'node:timers/promises'
import type { TcpProxy } from '#api/test/servers/tcp-proxy.ts'
import { holderOf, postmasterOf } from '../scripts/process/commands.ts'
import type { Harness } from './harness.ts'

const POLL_MS = 20

/** Kills the server under load and restarts it. */
export async function killServer(harness: Harness): Promise<void> {
  await harness.underLoad(async () => {
    await setTimeout(harness.random.between(200, 1_500))
    process.kill(holderOf(harness.dataDir), 'SIGKILL')
  })
  await harness.restart()
}

/** Injects a fault under load that the server survives, so each request has to get a response. */
export async function expectResponses(harness: Harness, work: () => Promise<void>): Promise<void> {
  const { counts, problems } = harness.history
  const before = counts.lost
  await harness.underLoad(work)
  if (counts.lost > before)
    problems.push(
      `${counts.lost - before} requests got no response, though the server was running.`,
    )
}

/**
 * Kills the bundled database under load. The server has to report it, restart the database and
 * continue.
 */
export async function killDatabase(harness: Harness): Promise<void> {
  await expectResponses(harness, async () => {
    await setTimeout(harness.random.between(200, 1_500))
    process.kill(postmasterOf(harness.dataDir), 'SIGKILL')
    await waitForReadiness(harness, 503)
    await waitForReadiness(harness, 200)
    await waitForProgress(harness)
  })
}

/**
 * Terminates the server under load. It has to respond to all accepted requests and exit with code
 * 0.
 */
export async function terminateServer(harness: Harness): Promise<void> {
  const { product, history, random, limits } = harness
  await harness.underLoad(async () => {
    await setTimeout(random.between(200, 1_500))
    const startedAt = Date.now()
    const code = await product.stop()
    if (code !== 0) history.problems.push(`The terminated server exited with code ${code}.`)
    if (Date.now() - startedAt > limits.shutdown)
      history.problems.push(`The terminated server took ${Date.now() - startedAt} ms to exit.`)
  })
  const aborted = product.output().match(/"aborted":true/g) ?? []
  if (aborted.length > 0)
    history.problems.push(`The terminated server aborted ${aborted.length} requests.`)
  await harness.restart()
}

/** Cuts or silences the connection to the database for a while under load. */
export async function cutConnection(harness: Harness, proxy: TcpProxy): Promise<void> {
  await expectResponses(harness, async () => {
    await setTimeout(harness.random.between(200, 1_500))
    if (harness.random.chance(0.7)) proxy.disconnect()
    else proxy.blackhole()
    await waitForReadiness(harness, 503)
    await setTimeout(harness.random.between(0, 1_500))
    proxy.forward()
    await waitForReadiness(harness, 200)
    await waitForProgress(harness)
  })
}

/** Adds 300 ms to each round trip to the database for a while under load. */
export async function slowConnection(harness: Harness, proxy: TcpProxy): Promise<void> {
  await expectResponses(harness, async () => {
    await setTimeout(harness.random.between(200, 1_000))
    proxy.forward(150)
    await waitForProgress(harness)
    proxy.forward()
    await waitForProgress(harness)
  })
}

/** Cuts the connection of live readers for a while, while others post. */
export async function cutReaders({ random, readersProxy, underLoad }: Harness): Promise<void> {
  await underLoad(async () => {
    await setTimeout(random.between(1_000, 2_000))
    readersProxy.disconnect()
    await setTimeout(random.between(0, 2_000))
    readersProxy.forward()
    await setTimeout(random.between(0, 1_500))
  })
}

/** Waits until /readyz returns the status. */
export async function waitForReadiness(
  { product, history, limits }: Harness,
  status: number,
): Promise<void> {
  const startedAt = Date.now()
  while ((await readiness(product.url)) !== status) {
    if (Date.now() - startedAt > limits.recovery)
      return void history.problems.push(
        `/readyz was not ${status} within ${limits.recovery / 1_000} seconds.`,
      )
    await setTimeout(POLL_MS)
  }
}

async function readiness(url: string): Promise<number> {
  const response = await fetch(`${url}/readyz`)
  await response.arrayBuffer()
  return response.status
}

/** Waits until more changes are acknowledged. */
export async function waitForProgress({ history, limits }: Harness): Promise<void> {
  const [before, startedAt] = [history.counts.acknowledged, Date.now()]
  while (history.counts.acknowledged < before + 20) {
    if (Date.now() - startedAt > limits.recovery)
      return void history.problems.push(
        `No change was acknowledged within ${limits.recovery / 1_000} seconds.`,
      )
    await setTimeout(POLL_MS)
  }
}
