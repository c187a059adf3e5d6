import { once } from 'node:events'
import { rmSync } from 'node:fs'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { findEmbedded } from '#api/database/embedded/embedded.ts'
import { registerCleanup } from '#api/test/register-cleanup.ts'
import { freePort } from '#api/test/servers/free-port.ts'
import { emptyDataDir, type Product, startProduct } from '../../e2e/server.ts'
import { postmasterOf, workersOf } from './commands.ts'
import { type Outcome, pollPort, requestOnce } from './polling.ts'
import { finishRequest, isListening } from './requests.ts'
import { send, signUp, startRequestBeside, TWO } from './two-workers.ts'

const RESPONSE = '{"data":{"__typename":"Query"}}'

describe('two workers', () => {
  const dataDir = emptyDataDir()
  let product: Product
  let outcomes: Map<Outcome, number>
  beforeAll(async () => {
    const port = await freePort()
    const stop = pollPort(port, '/api/posts?limit=1', '/readyz')
    product = await startProduct({ ...TWO, DATA_DIR: dataDir, PORT: String(port) })
    outcomes = await stop()
  })
  /** The value of a time series; 0 when it does not exist. */
  const metric = async (series: string) => {
    const { body } = await send(product, '/metrics')
    const line = body.split('\n').find((each) => each.startsWith(`${series} `))
    return Number(line?.slice(series.length) ?? 0)
  }
  const requestCount = () =>
    metric(
      'http_request_duration_seconds_count{method="GET",route="/healthz",status="200",operation=""}',
    )
  afterAll(async () => {
    await product.stop()
    rmSync(dataDir, { recursive: true, force: true })
  })

  test('listen on the same port once the server is ready', async () => {
    expect(workersOf(dataDir)).toHaveLength(2)
    expect(product.output().match(/is ready at/g)).toHaveLength(1)
    for (let times = 0; times < 4; times++)
      expect((await send(product, '/readyz')).status).toBe(200)
  })

  test('respond to every request once one of them is ready', () => {
    expect([...outcomes.keys()]).toEqual([200])
  })

  test('share the rate limits', async () => {
    const statuses = []
    for (let times = 0; times < 12; times++) {
      statuses.push(
        (
          await send(product, '/api/auth/sign-in/username', {
            username: 'missing',
            password: 'a wrong password',
          })
        ).status,
      )
    }
    expect(statuses).toEqual([...Array(10).fill(401), 429, 429])
  })

  test('share the metrics', async () => {
    const before = await requestCount()
    for (let times = 0; times < 5; times++) await send(product, '/healthz')
    await expect.poll(requestCount).toBe(before + 5)
  })

  test('share sessions', async () => {
    const cookie = await signUp(product)
    for (let times = 0; times < 4; times++) {
      const response = await fetch(`${product.url}/api/auth/user`, {
        headers: { cookie, Connection: 'close' },
      })
      expect(await response.json()).toMatchObject({ username: 'ada' })
    }
  })

  test('show each other’s changes, even after a lost connection', async () => {
    const operator = new pg.Client({ connectionString: (await findEmbedded(dataDir)) ?? '' })
    await operator.connect()
    registerCleanup(() => operator.end())
    for (const content of ['Before the cut.', 'After the cut.']) {
      if (content.startsWith('After'))
        await operator.query(
          `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
           WHERE application_name LIKE 'good-vibes %'`,
        )
      // Both workers have a fresh feed in memory, so only a notification makes them read it again.
      for (let times = 0; times < 8; times++) await send(product, '/api/posts?limit=1')
      const created = await send(product, '/api/posts', {
        authorId: 'demo-user',
        content,
        mediaType: 'text',
      })
      expect(created.status).toBe(201)
      // Four new responses in a row cover each worker twice.
      const newest = async () => {
        const [post] = JSON.parse((await send(product, '/api/posts?limit=1')).body)
        return post.content
      }
      await expect
        .poll(async () => [await newest(), await newest(), await newest(), await newest()])
        .toEqual(Array(4).fill(content))
    }
  })

  test('recover when their database was killed, and show each other’s changes again', async () => {
    const reconnects = () =>
      product.output().match(/The LISTEN connection is re-established/g)?.length ?? 0
    const before = reconnects()
    const statuses = async () =>
      Promise.all(
        ['/readyz', '/readyz', '/readyz', '/readyz'].map(
          async (path) => (await send(product, path)).status,
        ),
      )
    process.kill(postmasterOf(dataDir), 'SIGKILL')
    await expect.poll(statuses, { interval: 5 }).toContain(503)
    await expect.poll(statuses).toEqual([200, 200, 200, 200])
    const created = await send(product, '/api/posts', {
      authorId: 'demo-user',
      content: 'Back again.',
      mediaType: 'text',
    })
    expect(created.status).toBe(201)
    const newest = async () => (await send(product, '/api/posts?limit=1')).body
    await expect
      .poll(async () => Promise.all([newest(), newest(), newest(), newest()]))
      .toEqual(Array(4).fill(expect.stringContaining('Back again.')))
    await expect.poll(() => reconnects() - before).toBeGreaterThanOrEqual(2)
    expect(workersOf(dataDir)).toHaveLength(2)
  })

  test('a killed worker loses only its own requests, and is replaced', async () => {
    const [killed = 0, kept = 0] = workersOf(dataDir)
    const lostRequest = await startRequestBeside(product, kept)
    const keptRequest = await startRequestBeside(product, killed)
    const lost = once(lostRequest, 'error')
    process.kill(killed, 'SIGKILL')
    await lost
    expect(await finishRequest(keptRequest)).toBe(RESPONSE)

    await expect.poll(() => workersOf(dataDir)).toHaveLength(2)
    expect(workersOf(dataDir)).toContain(kept)
    expect(workersOf(dataDir)).not.toContain(killed)
    // The next test counts these lines.
    await expect.poll(product.output).toContain('A worker process died and will be replaced')
  })

  test('are replaced when both are killed; meanwhile, requests fail without hanging', async () => {
    // A replacement that is killed while it starts is logged differently.
    const deaths = () =>
      product.output().match(/A worker process (died|failed to start)/g)?.length ?? 0
    const before = deaths()
    const killed = workersOf(dataDir)
    for (const pid of killed) process.kill(pid, 'SIGKILL')
    await expect.poll(deaths, { interval: 5 }).toBe(before + 2)
    const port = Number(new URL(product.url).port)
    const outcomes = new Set<Outcome>()
    while (!outcomes.has(200)) outcomes.add(await requestOnce(port, '/healthz'))
    expect(
      [...outcomes].filter((outcome) => ![200, 'ECONNREFUSED', 'ECONNRESET'].includes(outcome)),
    ).toEqual([])
    await expect
      .poll(() => workersOf(dataDir).filter((pid) => !killed.includes(pid)))
      .toHaveLength(2)
  })

  test('keep the counts of one that is killed, and count its replacement', async () => {
    const [before, restarts] = [await requestCount(), await metric('worker_restarts_total')]
    // Each worker serves some of them.
    for (let times = 0; times < 8; times++) await send(product, '/healthz')
    await expect.poll(requestCount).toBe(before + 8)
    const [killed = 0] = workersOf(dataDir)
    process.kill(killed, 'SIGKILL')
    await expect.poll(() => workersOf(dataDir).filter((pid) => pid !== killed)).toHaveLength(2)
    // The other one may still be starting too.
    await expect.poll(() => isListening(product)).toBe(true)
    expect(await metric('worker_restarts_total')).toBe(restarts + 1)
    expect(await requestCount()).toBe(before + 8)
    expect(await metric('process_start_time_seconds')).toBeGreaterThan(0)
    expect(await metric('job_last_success_timestamp_seconds{name="search index"}')).toBeGreaterThan(
      0,
    )
  })
})
