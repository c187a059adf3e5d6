import type { Shape } from '../data/shape.ts'
import { rawRequest } from '../load/request.ts'
import { faultsOf, load } from '../load/wrk.ts'
import type { Fleet } from '../servers/fleet.ts'
import type { ServerName } from '../servers/servers.ts'
import { dialectOf } from './dialects.ts'
import type { Measured, Pace, Round } from './measure.ts'
import type { WriteWorkload } from './writes.ts'

/** More than any server does in a second. */
const WRITES_A_SECOND = 16_000
/** What the answer to a write that was done contains. */
const GOOD: Record<string, string> = {
  sql: '{"posts"',
  ours: '"userErrors":[]',
  'ours ×2': '"userErrors":[]',
}

/**
 * Measures a workload that writes: the servers in turn, round by round. After each run all that was acknowledged is looked
 * for in the database, and then taken back.
 */
export async function measureWrites(
  fleet: Fleet,
  shape: Shape,
  workload: WriteWorkload,
  pace: Pace,
): Promise<Measured> {
  const rounds: Measured['rounds'] = {}
  let runs = 0
  const run = async (name: ServerName, seconds: number): Promise<Round> => {
    const server = await fleet.wake(name)
    const operations = await workload.operations(
      shape,
      runs++,
      seconds * WRITES_A_SECOND,
      fleet.databaseUrl,
    )
    const dialect = dialectOf(name, shape)
    const requests = operations.map((operation) => rawRequest(server.url, dialect.ask(operation)))
    const { connections } = workload
    const before = server.cpu()
    const result = await load({
      url: server.url,
      requests,
      connections,
      seconds,
      good: GOOD[name] ?? '',
    })
    const cpu = ((server.cpu() - before) / result.requests) * 1000
    const faults = faultsOf(result)
    if (faults) throw new Error(`${name} failed in ${workload.name}: ${faults}.`)
    if (result.good !== result.requests)
      throw new Error(
        `${name} refused ${result.requests - result.good} requests of ${workload.name}.`,
      )
    if (result.sent > requests.length)
      throw new Error(`${name} is faster than ${workload.name} has requests for.`)
    await server.settled()
    const sent = operations.slice(0, result.sent)
    await workload.check(
      { operations: sent, acknowledged: result.good, connections },
      shape,
      fleet.databaseUrl,
    )
    await workload.undo(sent, shape, fleet.databaseUrl)
    return { ...result, cpu }
  }
  for (let round = 0; round < pace.rounds; round++) {
    for (const name of workload.servers) {
      if (pace.warmUp > 0) await run(name, round === 0 ? pace.warmUp : Math.ceil(pace.warmUp / 3))
      rounds[name] = [...(rounds[name] ?? []), await run(name, pace.seconds)]
    }
  }
  return {
    workload: workload.name,
    title: workload.title,
    connections: workload.connections,
    rounds,
  }
}
