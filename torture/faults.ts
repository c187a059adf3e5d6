import { setTimeout } from 'node:timers/promises'
import type { TcpProxy } from '#api/test/tcp-proxy.ts'
import { holderOf, postmasterOf } from '../scripts/process/commands.ts'
import type { World } from './world.ts'

/** Milliseconds. */
const BETWEEN_LOOKS = 20
const RECOVERY = 30_000
const ORDERLY_END = 10_000

/** The server is killed under load, and started again. */
export async function serverKilled(world: World): Promise<void> {
  await world.during(async () => {
    await setTimeout(world.random.between(200, 1_500))
    process.kill(holderOf(world.dataDir), 'SIGKILL')
  })
  await world.restart()
}

/** Does something under load to what the server stands on, while the server lives: each request has to have an answer. */
export async function allAnswered(world: World, work: () => Promise<void>): Promise<void> {
  const { answers, problems } = world.history
  const before = answers.lost
  await world.during(work)
  if (answers.lost > before)
    problems.push(`${answers.lost - before} requests had no answer, though the server lived.`)
}

/** The bundled database is killed under load. The server has to say so, to start it again and to go on by itself. */
export async function databaseKilled(world: World): Promise<void> {
  await allAnswered(world, async () => {
    await setTimeout(world.random.between(200, 1_500))
    process.kill(postmasterOf(world.dataDir), 'SIGKILL')
    await becomes(world, 503)
    await becomes(world, 200)
    await goesOn(world)
  })
}

/** The server is asked to end under load: what it has accepted is answered, and it ends in order. Then it is started again. */
export async function endedUnderLoad(world: World): Promise<void> {
  const { product, history, random } = world
  await world.during(async () => {
    await setTimeout(random.between(200, 1_500))
    const began = Date.now()
    const code = await product.stop()
    if (code !== 0)
      history.problems.push(`The server that was asked to end did so with code ${code}.`)
    if (Date.now() - began > ORDERLY_END)
      history.problems.push(`The server that was asked to end took ${Date.now() - began} ms.`)
  })
  const unanswered = product.output().match(/"aborted":true/g) ?? []
  if (unanswered.length > 0)
    history.problems.push(
      `${unanswered.length} requests were not answered when the server was asked to end.`,
    )
  await world.restart()
}

/** The connection to the database is cut, or passes on nothing, for a while under load. */
export async function connectionCut(world: World, proxy: TcpProxy): Promise<void> {
  await allAnswered(world, async () => {
    await setTimeout(world.random.between(200, 1_500))
    if (world.random.chance(0.7)) proxy.cut()
    else proxy.silence()
    await becomes(world, 503)
    await setTimeout(world.random.between(0, 1_500))
    proxy.pass()
    await becomes(world, 200)
    await goesOn(world)
  })
}

/** The database takes 300 ms for each answer, for a while under load. */
export async function connectionSlow(world: World, proxy: TcpProxy): Promise<void> {
  await allAnswered(world, async () => {
    await setTimeout(world.random.between(200, 1_000))
    proxy.pass(150)
    await goesOn(world)
    proxy.pass()
    await goesOn(world)
  })
}

export async function becomes({ product, history }: World, status: number): Promise<void> {
  const began = Date.now()
  while ((await readiness(product.url)) !== status) {
    if (Date.now() - began > RECOVERY)
      return void history.problems.push(
        `/readyz was not ${status} within ${RECOVERY / 1_000} seconds.`,
      )
    await setTimeout(BETWEEN_LOOKS)
  }
}

async function readiness(url: string): Promise<number> {
  const response = await fetch(`${url}/readyz`)
  await response.arrayBuffer()
  return response.status
}

/** More is acknowledged than before. */
export async function goesOn({ history }: World): Promise<void> {
  const [before, began] = [history.answers.acknowledged, Date.now()]
  while (history.answers.acknowledged < before + 20) {
    if (Date.now() - began > RECOVERY)
      return void history.problems.push(
        `Nothing more was acknowledged within ${RECOVERY / 1_000} seconds.`,
      )
    await setTimeout(BETWEEN_LOOKS)
  }
}
