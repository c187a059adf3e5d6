import pino from 'pino'
import { describe, expect, test } from 'vitest'
import { afterwards } from '#api/test/afterwards.ts'
import { hasPostgres15, startPostgres15 } from '#api/test/postgres-15.ts'
import { tcpProxy } from '#api/test/tcp-proxy.ts'
import { createDatabase } from './client.ts'
import { listenForNotices } from './notices.ts'
import { findDatabase } from './open.ts'
import { followPrimary } from './primary.ts'

const PATIENCE = 60_000
const PORT = 'SELECT inet_server_port()'
const log = pino({ level: 'silent' })

async function primaryWithStandby() {
  const primary = await startPostgres15()
  afterwards(primary.stop)
  const standby = await primary.standby()
  afterwards(standby.stop)
  return { primary, standby }
}

describe.skipIf(!hasPostgres15())('after a promotion, while the former primary lives on', () => {
  test.each(['pooled', 'direct'])(
    'both connections move at once, also when the %s way to the new primary opens late',
    {
      timeout: PATIENCE,
    },
    async (late) => {
      const { primary, standby } = await primaryWithStandby()
      const proxy = await tcpProxy(standby.url)
      afterwards(proxy.close)
      const settings = {
        databaseUrls: [primary.url, late === 'pooled' ? proxy.url : standby.url],
        databaseDirectUrls: [primary.url, late === 'direct' ? proxy.url : standby.url],
      }
      const { target, direct, stop } = followPrimary(settings, await findDatabase(settings), log)
      afterwards(stop)
      const database = createDatabase(target, 2)
      afterwards(() => database.$disconnect())
      const notices = await listenForNotices(direct, {
        channel: 'news',
        question: PORT,
        log,
        onNotice: () => {},
        onReconnect: () => {},
      })
      afterwards(notices.close)
      const ports = async () => {
        const [row] = await database.rows<{ port: number }>`SELECT inet_server_port() AS "port"`
        return [row?.port, await notices.ask()]
      }
      const [before, after] = [primary, standby].map(({ url }) => Number(new URL(url).port))
      expect(await ports()).toEqual([before, before])
      const ways = () =>
        [target.url, direct.url].map((url) => (url === primary.url ? 'old' : 'new')).join(' ')
      const seen = new Set<string>()
      const watching = setInterval(() => seen.add(ways()), 1)
      afterwards(() => clearInterval(watching))

      proxy.cut()
      await standby.promote()
      // By then each look has found the new primary by the one way alone.
      for (let looks = 0; looks < 3; looks++) await proxy.refused()
      expect(ways()).toBe('old old')
      expect(await ports()).toEqual([before, before])

      proxy.pass()
      await expect.poll(ways, { timeout: PATIENCE }).toBe('new new')
      await expect
        .poll(() => ports().catch(() => null), { timeout: PATIENCE })
        .toEqual([after, after])
      expect([...seen]).toEqual(['old old', 'new new'])
    },
  )

  test('behind one address that leads to the new primary, the direct connection goes there too, and nothing stays with the former one', {
    timeout: PATIENCE,
  }, async () => {
    const { primary, standby } = await primaryWithStandby()
    const balancer = await tcpProxy(primary.url)
    afterwards(balancer.close)
    const settings = {
      databaseUrls: [balancer.url],
      databaseDirectUrls: [primary.url, standby.url],
    }
    const { target, direct, stop } = followPrimary(settings, await findDatabase(settings), log)
    afterwards(stop)
    const database = createDatabase(target, 2)
    afterwards(() => database.$disconnect())
    const port = async () =>
      (await database.rows<{ port: number }>`SELECT inet_server_port() AS "port"`)[0]?.port
    expect(await port()).toBe(Number(new URL(primary.url).port))

    await standby.promote()
    // The balancer leads new connections elsewhere, and keeps those that there are.
    balancer.leadTo(standby.url)
    await expect.poll(() => direct.url, { timeout: PATIENCE }).toBe(standby.url)
    await expect
      .poll(() => port().catch(() => null), { timeout: PATIENCE })
      .toBe(Number(new URL(standby.url).port))
  })
})
