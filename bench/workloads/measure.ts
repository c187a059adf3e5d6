import { writeFileSync } from 'node:fs'
import type { Shape } from '../data/shape.ts'
import {
  readStatementTimes,
  type StatementTimes,
  statementsSince,
} from '../load/statement-times.ts'
import { describeErrors, type LoadResult, load } from '../load/wrk.ts'
import type { Fleet } from '../servers/fleet.ts'
import type { ServerProcess } from '../servers/process.ts'
import { responseFile, type ServerName } from '../servers/servers.ts'
import { compareResponses } from './compare-responses.ts'
import { rawRequestsOf } from './dialects.ts'
import type { Workload } from './workloads.ts'

export interface Pace {
  rounds: number
  /** Duration of a measurement. */
  seconds: number
  /** Seconds of load before the first measurement of a server; a third of it before later ones. */
  warmUp: number
}

export interface Round extends LoadResult {
  /** CPU milliseconds of the server's processes for each request. */
  cpu: number
  /** Of the product, null for other servers. */
  statements: StatementTimes | null
}

/** Results of a workload with one number of connections: the rounds of each server. */
export interface Measured {
  workload: string
  title: string
  connections: number
  rounds: Partial<Record<ServerName, Round[]>>
}

const COMPARED_REQUESTS = 24

/** Compares the responses of the servers, then measures the servers in turn, round by round. */
export async function measureReads(
  fleet: Fleet,
  shape: Shape,
  workload: Workload,
  pace: Pace,
): Promise<Measured[]> {
  const operations = workload.operations(shape)
  const servers = workload.servers.filter((name) => name !== 'limit')
  const { bytes } = await compareResponses(
    fleet,
    shape,
    servers,
    operations.slice(0, COMPARED_REQUESTS),
  )
  writeFileSync(responseFile(), bytes)
  await fleet.stop('limit')
  const measured: Measured[] = []
  for (const connections of workload.connections) {
    const rounds: Measured['rounds'] = {}
    for (let round = 0; round < pace.rounds; round++) {
      for (const name of workload.servers) {
        const server = await fleet.resume(name)
        const requests = rawRequestsOf(name, server.url, shape, operations)
        const warmUp = round === 0 ? pace.warmUp : Math.ceil(pace.warmUp / 3)
        rounds[name] = [
          ...(rounds[name] ?? []),
          await measureRound(server, { requests, connections, seconds: pace.seconds, warmUp }),
        ]
      }
    }
    measured.push({ workload: workload.name, title: workload.title, connections, rounds })
  }
  return measured
}

interface RoundOptions {
  requests: readonly Buffer[]
  connections: number
  seconds: number
  warmUp: number
}

/** @throws Error when a request failed */
export async function measureRound(
  server: ServerProcess,
  { requests, connections, seconds, warmUp }: RoundOptions,
): Promise<Round> {
  const options = { url: server.url, requests, connections }
  if (warmUp > 0) await load({ ...options, seconds: warmUp })
  const [cpuBefore, timesBefore] = [server.cpu(), await readStatementTimes(server.url)]
  const result = await load({ ...options, seconds })
  const errors = describeErrors(result)
  if (errors) throw new Error(`${server.name} failed: ${errors}.`)
  const cpu = ((server.cpu() - cpuBefore) / result.requests) * 1000
  const statements = statementsSince(timesBefore, await readStatementTimes(server.url))
  return { ...result, cpu, statements }
}
