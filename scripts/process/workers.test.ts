import { once } from 'node:events'
import { rmSync } from 'node:fs'
import { type AddressInfo, connect, createServer, type Server } from 'node:net'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { findEmbedded } from '#api/database/embedded/embedded.ts'
import { PRISMA_LOCK } from '#api/database/migrate.ts'
import { freePort } from '#api/lib/free-port.ts'
import { afterwards } from '#api/test/afterwards.ts'
import { emptyDatabase } from '#api/test/database.ts'
import { emptyDataDir, type Product, startProduct } from '../../e2e/server.ts'
import { holderOf, isAlive, postmasterOf, processesOn, runCommand, workersOf } from './commands.ts'
import { knockAt, knockOnce } from './knocking.ts'
import { begin, finish, isListening } from './requests.ts'
import { ask, signUp, startTwo, TWO } from './two-workers.ts'

const PATIENCE = 60_000
const ANSWER = '{"data":{"__typename":"Query"}}'

describe('two workers', () => {
  const dataDir = emptyDataDir()
  let product: Product
  let answers: Map<number | string, number>
  beforeAll(async () => {
    const port = await freePort()
    const stop = knockAt(port, '/api/posts?limit=1', '/readyz')
    product = await startProduct({ ...TWO, DATA_DIR: dataDir, PORT: String(port) })
    answers = await stop()
  }, PATIENCE)
  afterAll(async () => {
    await product.stop()
    rmSync(dataDir, { recursive: true, force: true })
  })

  test('stand behind the one port when it is said to be ready', async () => {
    expect(workersOf(dataDir)).toHaveLength(2)
    expect(product.output().match(/is ready at/g)).toHaveLength(1)
    for (let times = 0; times < 4; times++) expect((await ask(product, '/readyz')).status).toBe(200)
  })

  test('answer everybody from the moment when one of them says that it is ready', () => {
    expect([...answers.keys()]).toEqual([200])
  })

  test('share what a caller is allowed', async () => {
    const statuses = []
    for (let times = 0; times < 12; times++) {
      statuses.push(
        (
          await ask(product, '/api/auth/sign-in/username', {
            username: 'nobody',
            password: 'a wrong password',
          })
        ).status,
      )
    }
    expect(statuses).toEqual([...Array(10).fill(401), 429, 429])
  })

  test('are measured together', async () => {
    const counted = async () => {
      const { text } = await ask(product, '/metrics')
      return Number(
        /^http_request_duration_seconds_count{method="GET",route="\/healthz",status="200",operation=""} (\d+)$/m.exec(
          text,
        )?.[1] ?? 0,
      )
    }
    const before = await counted()
    for (let times = 0; times < 5; times++) await ask(product, '/healthz')
    await expect.poll(counted).toBe(before + 5)
  })

  test('a session that one has begun is good for both', async () => {
    const cookie = await signUp(product)
    for (let times = 0; times < 4; times++) {
      const seen = await fetch(`${product.url}/api/auth/user`, {
        headers: { cookie, Connection: 'close' },
      })
      expect(await seen.json()).toMatchObject({ username: 'ada' })
    }
  })

  test('show each other’s news within a second, also after the connection that brings it was cut', async () => {
    const listeners = new pg.Client({ connectionString: (await findEmbedded(dataDir)) ?? '' })
    await listeners.connect()
    afterwards(() => listeners.end())
    for (const content of ['Told at once.', 'Told after a cut.']) {
      const cut = content.includes('cut')
      if (cut)
        await listeners.query(
          `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name LIKE 'good-vibes %'`,
        )
      // Both have looked just now, so that they have no reason of their own to look again.
      for (let times = 0; times < 8; times++) await ask(product, '/api/posts?limit=1')
      const made = await ask(product, '/api/posts', {
        authorId: 'demo-user',
        content,
        mediaType: 'text',
      })
      expect(made.status).toBe(201)
      const told = performance.now()
      let lastStale = told
      // Four in a row go to each worker twice.
      for (let fresh = 0; fresh < 4; fresh++) {
        const asked = performance.now()
        const [post] = JSON.parse((await ask(product, '/api/posts?limit=1')).text) as {
          content: string
        }[]
        if (post?.content !== content) [fresh, lastStale] = [-1, asked]
      }
      expect(lastStale - told).toBeLessThan(1_000)
    }
  })

  test('go on by themselves when their database was killed, and hear of each other’s changes again', {
    timeout: PATIENCE,
  }, async () => {
    const heardAgain = () =>
      product.output().match(/The LISTEN connection is re-established/g)?.length ?? 0
    const before = heardAgain()
    const statuses = async () =>
      Promise.all(
        ['/readyz', '/readyz', '/readyz', '/readyz'].map(
          async (path) => (await ask(product, path)).status,
        ),
      )
    process.kill(postmasterOf(dataDir), 'SIGKILL')
    await expect.poll(statuses, { interval: 5 }).toContain(503)
    await expect.poll(statuses, { timeout: PATIENCE }).toEqual([200, 200, 200, 200])
    const made = await ask(product, '/api/posts', {
      authorId: 'demo-user',
      content: 'Back again.',
      mediaType: 'text',
    })
    expect(made.status).toBe(201)
    const newest = async () => (await ask(product, '/api/posts?limit=1')).text
    await expect
      .poll(async () => Promise.all([newest(), newest(), newest(), newest()]))
      .toEqual(Array(4).fill(expect.stringContaining('Back again.')))
    await expect.poll(() => heardAgain() - before, { timeout: PATIENCE }).toBeGreaterThanOrEqual(2)
    expect(workersOf(dataDir)).toHaveLength(2)
  })

  test(
    'one that is killed takes its own requests with it alone, and is replaced',
    async () => {
      const [killed = 0, kept] = workersOf(dataDir)
      const requests = [await begin(product), await begin(product)]
      const outcomes = requests.map((request) => once(request, 'error').then(() => 'lost'))
      process.kill(killed, 'SIGKILL')
      const answers = await Promise.all(
        requests.map((request, index) =>
          Promise.race([outcomes[index], afterFirstLoss().then(() => finish(request))]).catch(
            () => 'lost',
          ),
        ),
      )
      expect(answers.toSorted()).toEqual(['lost', ANSWER].toSorted())

      await expect.poll(() => workersOf(dataDir), { timeout: PATIENCE }).toHaveLength(2)
      expect(workersOf(dataDir)).toContain(kept)
      expect(workersOf(dataDir)).not.toContain(killed)
      expect(product.output()).toContain('A worker process died and will be replaced')

      function afterFirstLoss() {
        return Promise.any(outcomes)
      }
    },
    PATIENCE,
  )

  test('are replaced when both are killed; a caller meanwhile is refused and does not hang', {
    timeout: PATIENCE,
  }, async () => {
    // One that is killed while it starts never takes its place.
    const deaths = () =>
      product.output().match(/A worker process (died|failed to start)/g)?.length ?? 0
    const before = deaths()
    const killed = workersOf(dataDir)
    for (const pid of killed) process.kill(pid, 'SIGKILL')
    await expect.poll(deaths, { timeout: PATIENCE, interval: 5 }).toBe(before + 2)
    const port = Number(new URL(product.url).port)
    const answers = new Set<number | string>()
    while (!answers.has(200)) answers.add(await knockOnce(port, '/readyz'))
    expect(
      [...answers].filter((answer) => ![200, 'ECONNREFUSED', 'ECONNRESET'].includes(answer)),
    ).toEqual([])
    await expect
      .poll(() => workersOf(dataDir).filter((pid) => !killed.includes(pid)), { timeout: PATIENCE })
      .toHaveLength(2)
  })
})

test('while the database is migrated, the first process answers in place of two workers', {
  timeout: PATIENCE,
}, async () => {
  const DATABASE_URL = await emptyDatabase()
  // A migration waits for this lock.
  const holding = new pg.Client({ connectionString: DATABASE_URL })
  await holding.connect()
  await holding.query(`SELECT pg_advisory_lock(${PRISMA_LOCK})`)
  const port = await freePort()
  const starting = startTwo({ DATABASE_URL, PORT: String(port) })
  const status = async (path: string) =>
    (await fetch(`http://localhost:${port}${path}`).catch(() => null))?.status
  await expect.poll(() => status('/readyz'), { timeout: PATIENCE }).toBe(503)
  expect([await status('/healthz'), await status('/'), await status('/api/posts')]).toEqual([
    200, 503, 503,
  ])
  await holding.end()

  const product = await starting
  for (let times = 0; times < 4; times++) expect((await ask(product, '/readyz')).status).toBe(200)
})

test('SIGTERM to npm alone: what is under way in both is answered, nothing is left, exit code 0', {
  timeout: PATIENCE,
}, async () => {
  const product = await startTwo()
  const workers = workersOf(product.dataDir)
  const requests = [await begin(product), await begin(product)]
  const stopped = product.stop()
  await expect.poll(() => isListening(product), { timeout: PATIENCE }).toBe(false)
  expect(await Promise.all(requests.map(finish))).toEqual([ANSWER, ANSWER])
  expect(await stopped).toBe(0)
  expect(workers.filter(isAlive)).toEqual([])
  expect(processesOn(product.dataDir)).toEqual([])
})

test('Ctrl-C, which reaches every process at once, ends as orderly', {
  timeout: PATIENCE,
}, async () => {
  const product = await startTwo()
  const workers = workersOf(product.dataDir)
  const request = await begin(product)
  for (const pid of [product.pid, holderOf(product.dataDir), ...workers])
    process.kill(pid, 'SIGINT')
  await expect.poll(() => isListening(product), { timeout: PATIENCE }).toBe(false)
  expect(await finish(request)).toBe(ANSWER)
  expect(await product.stop()).toBe(0)
  expect(product.output()).not.toContain('died')
  expect(workers.filter(isAlive)).toEqual([])
})

test('the first process is killed: no worker outlives it, and the next start adopts the database', {
  timeout: PATIENCE,
}, async () => {
  const dataDir = emptyDataDir()
  afterwards(() => rmSync(dataDir, { recursive: true, force: true }))
  const product = await startTwo({ DATA_DIR: dataDir })
  const [workers, database] = [workersOf(dataDir), postmasterOf(dataDir)]
  expect(workers).toHaveLength(2)
  process.kill(holderOf(dataDir), 'SIGKILL')
  await expect.poll(() => workers.filter(isAlive), { timeout: PATIENCE }).toEqual([])
  await product.stop()

  const next = await startTwo({ DATA_DIR: dataDir })
  expect(postmasterOf(dataDir)).toBe(database)
  expect((await ask(next, '/readyz')).status).toBe(200)
  expect(await next.stop()).toBe(0)
})

test('a worker that cannot start stops the start, and its sentence is said once', {
  timeout: PATIENCE,
}, async () => {
  const dataDir = emptyDataDir()
  const port = await freePort()
  const url = await emptyDatabase()
  const { hostname, port: onwardPort } = new URL(url)
  // Another process takes the port between the first process and its workers.
  let thief: Server | undefined
  const steal = () => {
    thief = createServer()
      .on('error', () => setTimeout(steal, 5))
      .listen(port, '127.0.0.1')
  }
  const between = createServer((socket) => {
    if (!thief) steal()
    const onward = connect(Number(onwardPort), hostname)
    socket.pipe(onward).pipe(socket)
    socket.on('error', () => onward.destroy()).on('close', () => onward.destroy())
    onward.on('error', () => socket.destroy()).on('close', () => socket.destroy())
  })
  between.listen(0, '127.0.0.1')
  await once(between, 'listening')
  afterwards(() => {
    thief?.close()
    between.close()
    rmSync(dataDir, { recursive: true, force: true })
  })
  const host = `127.0.0.1:${(between.address() as AddressInfo).port}`
  const DATABASE_URL = Object.assign(new URL(url), { host }).href
  const settings = {
    ...TWO,
    DATA_DIR: dataDir,
    PORT: String(port),
    DATABASE_URL,
    LOG_LEVEL: 'warn',
  }
  expect(await runCommand(['api/main.ts'], settings)).toEqual({
    code: 1,
    stdout: '',
    stderr: `Port ${port} is in use: stop what uses it, or set PORT to another one.\n`,
  })
})
