import pino from 'pino'
import { describe, expect, test } from 'vitest'
import { hasPostgres15, startPostgres15 } from '#api/test/database/postgres-15.ts'
import { registerCleanup } from '#api/test/register-cleanup.ts'
import { tcpProxy } from '#api/test/servers/tcp-proxy.ts'
import { createDatabase } from './client.ts'
import { listenForNotifications } from './notification-listener.ts'
import { findDatabase } from './open.ts'
import { followPrimary } from './primary.ts'
import { isUnavailable } from './unavailable.ts'

const PORT = 'SELECT inet_server_port()'
const log = pino({ level: 'silent' })
const TIMINGS = { pollIntervalMs: 20, pollTimeoutMs: 60_000 }

/** Only the polls end a statement. */
const NO_TIMEOUTS = { connectionMs: 600_000, statementMs: 600_000 }

async function primaryWithStandby() {
  const primary = await startPostgres15()
  registerCleanup(primary.stop)
  const standby = await primary.standby()
  registerCleanup(standby.stop)
  return { primary, standby }
}

describe.skipIf(!hasPostgres15())('after a promotion, while the former primary still runs', () => {
  test.each(['pooled', 'direct'])(
    'both targets switch at once, also when the new primary is reachable late on the %s one',
    async (late) => {
      const { primary, standby } = await primaryWithStandby()
      const proxy = await tcpProxy(standby.url)
      registerCleanup(proxy.close)
      const settings = {
        databaseUrls: [primary.url, late === 'pooled' ? proxy.url : standby.url],
        databaseDirectUrls: [primary.url, late === 'direct' ? proxy.url : standby.url],
      }
      const { target, direct, stop } = followPrimary(
        settings,
        await findDatabase(settings),
        log,
        TIMINGS,
      )
      registerCleanup(stop)
      const database = createDatabase(target, 2)
      registerCleanup(() => database.$disconnect())
      const listener = await listenForNotifications(direct, {
        channel: 'changes',
        heartbeatSql: PORT,
        log,
        replyTimeoutMs: 60_000,
        onNotification: () => {},
        onReconnect: () => {},
      })
      registerCleanup(listener.close)
      const ports = async () => {
        const [row] = await database.rows<{ port: number }>`SELECT inet_server_port() AS "port"`
        return [row?.port, await listener.roundTrip()]
      }
      const [before, after] = [primary, standby].map(({ url }) => Number(new URL(url).port))
      expect(await ports()).toEqual([before, before])
      const targets = () =>
        [target.url, direct.url].map((url) => (url === primary.url ? 'old' : 'new')).join(' ')
      const states = new Set<string>()
      const sampling = setInterval(() => states.add(targets()), 1)
      registerCleanup(() => clearInterval(sampling))

      proxy.disconnect()
      await standby.promote()
      // By then each poll has reached the new primary through one target only.
      for (let polls = 0; polls < 3; polls++) await proxy.nextConnection()
      expect(targets()).toBe('old old')
      expect(await ports()).toEqual([before, before])

      proxy.forward()
      await expect.poll(targets).toBe('new new')
      await expect.poll(() => ports().catch(() => null)).toEqual([after, after])
      expect([...states]).toEqual(['old old', 'new new'])
    },
  )

  test('the direct target follows a load balancer to the new primary, and no connection stays on the former one', async () => {
    const { primary, standby } = await primaryWithStandby()
    const balancer = await tcpProxy(primary.url)
    registerCleanup(balancer.close)
    const settings = {
      databaseUrls: [balancer.url],
      databaseDirectUrls: [primary.url, standby.url],
    }
    const { target, direct, stop } = followPrimary(
      settings,
      await findDatabase(settings),
      log,
      TIMINGS,
    )
    registerCleanup(stop)
    const database = createDatabase(target, 2)
    registerCleanup(() => database.$disconnect())
    const port = async () =>
      (await database.rows<{ port: number }>`SELECT inet_server_port() AS "port"`)[0]?.port
    expect(await port()).toBe(Number(new URL(primary.url).port))

    await standby.promote()
    // The balancer routes only new connections to the new primary.
    balancer.redirectTo(standby.url)
    await expect.poll(() => direct.url).toBe(standby.url)
    await expect.poll(() => port().catch(() => null)).toBe(Number(new URL(standby.url).port))
  })
})

test.skipIf(!hasPostgres15())('statements of a primary that stands still fail soon', async () => {
  const { primary, standby } = await primaryWithStandby()
  const proxy = await tcpProxy(primary.url)
  registerCleanup(proxy.close)
  const settings = { databaseUrls: [proxy.url, standby.url], databaseDirectUrls: [] }
  const found = await findDatabase(settings)
  const { target, stop } = followPrimary(settings, found, log, {
    pollIntervalMs: 20,
    pollTimeoutMs: 200,
  })
  registerCleanup(stop)
  const database = createDatabase(target, 2, NO_TIMEOUTS)
  registerCleanup(() => database.$disconnect())
  const ask = () => database.rows`SELECT 1`
  await expect.poll(() => ask().catch(() => null)).toHaveLength(1)

  proxy.blackhole()
  expect(isUnavailable(await ask().catch((error: unknown) => error))).toBe(true)
  proxy.forward()
  await expect.poll(() => ask().catch(() => null)).toHaveLength(1)
})
