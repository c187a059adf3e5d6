import { writeFileSync } from 'node:fs'
import type { Shape } from '../data/shape.ts'
import { rawRequest } from '../load/request.ts'
import { faultsOf, type Load, load } from '../load/wrk.ts'
import type { Fleet } from '../servers/fleet.ts'
import type { ServerProcess } from '../servers/process.ts'
import { answerFile, type ServerName } from '../servers/servers.ts'
import { checkAnswers } from './check.ts'
import { dialectOf } from './dialects.ts'
import type { Workload } from './workloads.ts'

export interface Pace {
  rounds: number
  /** Of a measurement. */
  seconds: number
  /** Before the first measurement of a server; before later ones it is a third. */
  warmUp: number
}

/** A measurement of a server. */
export interface Round extends Load {
  /** Seconds of CPU that the server's processes used, for each thousand requests. */
  cpu: number
}

/** What came of one workload with so many connections: the rounds of each server, in order. */
export interface Measured {
  workload: string
  title: string
  connections: number
  rounds: Partial<Record<ServerName, Round[]>>
}

const CHECKED = 24

/** Measures a workload that reads: the same answers first, then the servers in turn, round by round. */
export async function measureReads(
  fleet: Fleet,
  shape: Shape,
  workload: Workload,
  pace: Pace,
): Promise<Measured[]> {
  const operations = workload.operations(shape)
  const servers = workload.servers.filter((name) => name !== 'limit')
  const { bytes } = await checkAnswers(fleet, shape, servers, operations.slice(0, CHECKED))
  writeFileSync(answerFile(), bytes)
  await fleet.end('limit')
  const measured: Measured[] = []
  for (const connections of workload.connections) {
    const rounds: Measured['rounds'] = {}
    for (let round = 0; round < pace.rounds; round++) {
      for (const name of workload.servers) {
        const server = await fleet.wake(name)
        const dialect = dialectOf(name, shape)
        const requests = operations.map((operation) =>
          rawRequest(server.url, dialect.ask(operation)),
        )
        const warmUp = round === 0 ? pace.warmUp : Math.ceil(pace.warmUp / 3)
        rounds[name] = [
          ...(rounds[name] ?? []),
          await measureOnce(server, { requests, connections, seconds: pace.seconds, warmUp }),
        ]
      }
    }
    measured.push({ workload: workload.name, title: workload.title, connections, rounds })
  }
  return measured
}

interface Once {
  requests: readonly Buffer[]
  connections: number
  seconds: number
  warmUp: number
}

/** @throws Error when a request failed */
export async function measureOnce(
  server: ServerProcess,
  { requests, connections, seconds, warmUp }: Once,
): Promise<Round> {
  const options = { url: server.url, requests, connections }
  if (warmUp > 0) await load({ ...options, seconds: warmUp })
  const before = server.cpu()
  const result = await load({ ...options, seconds })
  const faults = faultsOf(result)
  if (faults) throw new Error(`${server.name} failed: ${faults}.`)
  return { ...result, cpu: ((server.cpu() - before) / result.requests) * 1000 }
}
