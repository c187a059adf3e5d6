import assert from 'node:assert/strict'
import { messageOf } from '../api/lib/operator-error.ts'
import { measureRequests } from './capacity.ts'
import { compareReads, onSmallDatabase } from './compare.ts'
import type { Shape } from './data/shape.ts'
import { findWrk } from './load/wrk.ts'
import type { Fleet } from './servers/fleet.ts'
import { installPeers } from './servers/peers.ts'
import type { ServerName } from './servers/servers.ts'
import { measureStreams } from './streams.ts'
import { measureReads } from './workloads/measure.ts'
import { measureWrites } from './workloads/measure-writes.ts'
import { measureMixed } from './workloads/mixed.ts'
import { readWorkloads } from './workloads/workloads.ts'
import { writeWorkloads } from './workloads/writes.ts'

const PACE = { rounds: 1, seconds: 1, warmUp: 0 }
const MIXED_PACE = { seconds: 2, restSeconds: 0 }
const STREAMS_PACE = { streams: 30, seconds: 1, warmUp: 0 }

/** Checks that all servers return the same posts and that no acknowledged write is lost. */
export function smoke(): Promise<void> {
  return onSmallDatabase(async (fleet, shape) => {
    const available = availableServers()
    await compareReads(fleet, shape, available)
    if (available.includes('limit')) await checkMeasurements(fleet, shape, available)
    const mixed = await measureMixed(fleet, shape, MIXED_PACE)
    assert.deepEqual(mixed.faults, [])
    assert.ok(
      mixed.latencies.feed.count > mixed.latencies.like.count && mixed.latencies.like.count > 0,
    )
    console.log('mixed: no errors, and all acknowledged writes are in the database')
    if (available.includes('limit')) await checkStreams(fleet, shape)
    if (available.includes('limit')) await checkCapacity(fleet, shape)
  })
}

async function checkMeasurements(fleet: Fleet, shape: Shape, available: readonly ServerName[]) {
  for (const workload of readWorkloads.filter(({ name }) => name === 'feed')) {
    const servers = workload.servers.filter((server) => available.includes(server))
    const [measured] = await measureReads(fleet, shape, { ...workload, servers }, PACE)
    for (const [server, [round]] of Object.entries(measured?.rounds ?? {}))
      assert.ok((round?.requests ?? 0) > 0, server)
    console.log(`${workload.name}: measured every server`)
  }
  for (const workload of writeWorkloads) {
    await measureWrites(fleet, shape, { ...workload, servers: ['sql', 'ours'] }, PACE)
    console.log(
      `${workload.name}: all acknowledged writes are in the database, and the counts are right`,
    )
  }
}

async function checkStreams(fleet: Fleet, shape: Shape) {
  await fleet.stopAll()
  const { delays } = await measureStreams(fleet.databaseUrl, shape, STREAMS_PACE)
  assert.ok(delays.length > 0)
  console.log('streams: every stream knows every post')
}

async function checkCapacity({ databaseUrl }: Fleet, shape: Shape) {
  const { costs, mix } = await measureRequests(databaseUrl, shape, 1)
  // What a read takes beside writes is a difference, which a second of measuring leaves open.
  assert.ok(costs.post.walBytes > 0 && costs.like.walBytes > 0 && mix.requests > 0)
  console.log('capacity: every kind of request was measured')
}

/** All servers but those that need wrk or a package that cannot be installed here. */
function availableServers(): ServerName[] {
  const available = new Set(readWorkloads.flatMap(({ servers }) => servers))
  try {
    findWrk()
  } catch (error) {
    console.log(`Skipping measurements: ${messageOf(error)}`)
    available.delete('limit')
  }
  try {
    installPeers()
  } catch (error) {
    console.log(`Skipping PostGraphile, which could not be installed: ${messageOf(error)}`)
    available.delete('postgraphile')
  }
  return [...available]
}
