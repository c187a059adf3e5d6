import pino from 'pino'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { checkReplicas } from '#api/ops/cli/check-replicas.ts'
import { emptyDatabase } from '#api/test/database/database.ts'
import { hasPostgres15 } from '#api/test/database/postgres-15.ts'
import {
  LENIENT,
  type Replication,
  replicaCounts,
  startReplication,
} from '#api/test/database/replication.ts'
import { registerCleanup } from '#api/test/register-cleanup.ts'
import { testServer } from '#api/test/servers/server.ts'
import { tcpProxy } from '#api/test/servers/tcp-proxy.ts'
import { createDatabase } from '../client.ts'
import { findDatabase, findPrimary } from '../open.ts'
import { followPrimary } from '../primary.ts'
import { followReplicas } from './replicas.ts'

describe.skipIf(!hasPostgres15())('with a primary and a streaming replica', () => {
  let replication: Replication

  beforeAll(async () => {
    replication = await startReplication()
  })
  afterAll(() => replication?.stop())

  test('a server that is no replica of the database is not used', async () => {
    const { primary, standby } = replication
    const database = createDatabase(primary.url)
    registerCleanup(() => database.$disconnect())
    const settings = { databaseReplicaUrls: [primary.url, await emptyDatabase()] }
    const server = await testServer({
      database,
      primary: { target: { url: primary.url, pooled: false }, timings: LENIENT },
      settings,
    })
    const problems = server.logLines.map((line) => JSON.parse(line).problem).filter(Boolean)
    expect(problems).toEqual(['is no replica', 'belongs to another database'])
    // The list of replicas may include the primary.
    expect(await replicaCounts(server)).toEqual({ used: 0, all: 1 })
    const findings = await checkReplicas(
      { url: primary.url, pooled: false, directUrl: primary.url },
      [...settings.databaseReplicaUrls, standby.url],
    )
    expect(findings.map(({ ok, message }) => [ok, message.replace(/^\S+ /, '')])).toEqual([
      [true, 'is the primary itself, and serves no replica reads until it is a standby.'],
      [false, 'belongs to another database. Correct DATABASE_REPLICA_URL.'],
      [true, expect.stringMatching(/^(follows the database, .+ behind|is up to date)\.$/)],
    ])
    await expect(findPrimary(settings.databaseReplicaUrls)).rejects.toThrow(
      / are not copies of each other\. Set only one of them\.$/,
    )
  })

  test('after a promotion, it is not used until the new primary reports its position and the replica has newer data', async () => {
    const { primary, standby, serverOf, caughtUp, changeNewestPost } = replication
    const writer = (await serverOf()).browser()
    await writer.signUp()
    await writer.fetch('/api/posts', { json: { content: 'To be changed.', mediaType: 'text' } })
    await caughtUp()
    const proxy = await tcpProxy(primary.url)
    registerCleanup(proxy.close)
    const database = createDatabase(primary.url)
    registerCleanup(() => database.$disconnect())
    const target = { url: primary.url, pooled: false }
    const { at, counts, stop } = await followReplicas({
      urls: [standby.url],
      primary: target,
      database,
      maxConnections: 1,
      log: pino({ level: 'silent' }),
      createReads: () => true,
      timings: { ...LENIENT, pollIntervalMs: 10 },
    })
    registerCleanup(stop)
    await expect.poll(() => at(0)).toBe(true)
    proxy.disconnect()
    target.url = proxy.url
    for (let polls = 0; polls < 3; polls++) await proxy.nextConnection()
    expect(at(0)).toBeNull()
    proxy.forward()
    await expect.poll(counts, { interval: 5 }).toEqual({ used: 0, all: 1 })
    await changeNewestPost('Newer data.')
    await expect.poll(() => at(0)).toBe(true)
  })

  test('writes go to the promoted standby rather than to the former primary', async () => {
    const { primary, standby } = replication
    const both = { databaseUrls: [primary.url, standby.url], databaseDirectUrls: [] }
    const before = await findDatabase(both)
    expect(before.url).toBe(primary.url)
    const { target, stop } = followPrimary(both, before, pino({ level: 'silent' }), {
      pollIntervalMs: 20,
      pollTimeoutMs: 60_000,
    })
    registerCleanup(stop)
    await standby.promote()
    await expect.poll(() => target.url).toBe(standby.url)
    expect((await findDatabase(both)).url).toBe(standby.url)
  })
})
