import type { Shape } from '../data/shape.ts'
import { describeErrors, load } from '../load/wrk.ts'
import type { Fleet } from '../servers/fleet.ts'
import type { ServerName } from '../servers/servers.ts'
import { rawRequestsOf } from './dialects.ts'
import type { Measured, Pace, Round } from './measure.ts'
import type { WriteWorkload } from './writes.ts'

/** No server is faster. */
const MAX_WRITES_PER_SECOND = 16_000
/** Text in the response to a successful write. */
const SUCCESS: Record<string, string> = {
  sql: '{"posts"',
  ours: '"userErrors":[]',
  'ours ×2': '"userErrors":[]',
}

/**
 * Measures the servers in turn, round by round. After each run it verifies the acknowledged writes
 * and undoes them.
 * @throws Error when a request failed or a write is missing
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
    const server = await fleet.resume(name)
    const operations = await workload.operations(
      shape,
      runs++,
      seconds * MAX_WRITES_PER_SECOND,
      fleet.databaseUrl,
    )
    const requests = rawRequestsOf(name, server.url, shape, operations)
    const { connections } = workload
    const cpuBefore = server.cpu()
    const result = await load({
      url: server.url,
      requests,
      connections,
      seconds,
      expected: SUCCESS[name] ?? '',
    })
    const cpu = ((server.cpu() - cpuBefore) / result.requests) * 1000
    const errors = describeErrors(result)
    if (errors) throw new Error(`${name} failed in ${workload.name}: ${errors}.`)
    if (result.good !== result.requests)
      throw new Error(
        `${name} rejected ${result.requests - result.good} requests of ${workload.name}.`,
      )
    if (result.sent > requests.length)
      throw new Error(`${name} needs more requests than ${workload.name} has.`)
    await server.waitUntilIdle()
    const sent = operations.slice(0, result.sent)
    await workload.check(
      { operations: sent, acknowledged: result.good, connections },
      shape,
      fleet.databaseUrl,
    )
    await workload.undo(sent, shape, fleet.databaseUrl)
    return { ...result, cpu, statements: null }
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
