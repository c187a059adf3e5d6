import { once } from 'node:events'
import { rmSync } from 'node:fs'
import { type AddressInfo, connect, createServer, type Server } from 'node:net'
import pg from 'pg'
import { expect, test } from 'vitest'
import { PRISMA_LOCK } from '#api/database/migrate.ts'
import { emptyDatabase } from '#api/test/database/database.ts'
import { registerCleanup } from '#api/test/register-cleanup.ts'
import { freePort } from '#api/test/servers/free-port.ts'
import { emptyDataDir } from '../../e2e/server.ts'
import { holderOf, isAlive, postmasterOf, processesOn, runCommand, workersOf } from './commands.ts'
import { finishRequest, isListening, startRequest } from './requests.ts'
import { send, startTwo, TWO } from './two-workers.ts'

const RESPONSE = '{"data":{"__typename":"Query"}}'

test('the first process responds while the database is migrated', async () => {
  const DATABASE_URL = await emptyDatabase()
  // Migrations wait for this lock.
  const lockHolder = new pg.Client({ connectionString: DATABASE_URL })
  await lockHolder.connect()
  await lockHolder.query(`SELECT pg_advisory_lock(${PRISMA_LOCK})`)
  const port = await freePort()
  const starting = startTwo({ DATABASE_URL, PORT: String(port) })
  const status = async (path: string) =>
    (await fetch(`http://localhost:${port}${path}`).catch(() => null))?.status
  await expect.poll(() => status('/readyz')).toBe(503)
  expect([await status('/healthz'), await status('/'), await status('/api/posts')]).toEqual([
    200, 503, 503,
  ])
  await lockHolder.end()

  const product = await starting
  for (let times = 0; times < 4; times++) expect((await send(product, '/readyz')).status).toBe(200)
})

test('SIGTERM to npm alone completes in-flight requests and ends all processes with code 0', async () => {
  const product = await startTwo()
  const workers = workersOf(product.dataDir)
  const requests = [await startRequest(product), await startRequest(product)]
  const stopped = product.stop()
  await expect.poll(() => isListening(product)).toBe(false)
  expect(await Promise.all(requests.map(finishRequest))).toEqual([RESPONSE, RESPONSE])
  expect(await stopped).toBe(0)
  expect(workers.filter(isAlive)).toEqual([])
  expect(processesOn(product.dataDir)).toEqual([])
})

test('SIGINT to every process at once, as by Ctrl-C, shuts down cleanly', async () => {
  const product = await startTwo({ DATABASE_URL: await emptyDatabase() })
  const workers = workersOf(product.dataDir)
  const request = await startRequest(product)
  // The workers ignore it. Later, npm's copy could be late enough to be a second signal.
  for (const pid of workers) process.kill(pid, 'SIGINT')
  expect(await finishRequest(request)).toBe(RESPONSE)
  for (const pid of [holderOf(product.dataDir), product.pid]) process.kill(pid, 'SIGINT')
  await expect.poll(() => isListening(product)).toBe(false)
  expect(await product.stop()).toBe(0)
  expect(product.output()).not.toContain('died')
  expect(workers.filter(isAlive)).toEqual([])
})

test('workers end when the first process is killed, and the next start adopts the database', async () => {
  const dataDir = emptyDataDir()
  registerCleanup(() => rmSync(dataDir, { recursive: true, force: true }))
  const product = await startTwo({ DATA_DIR: dataDir })
  const [workers, database] = [workersOf(dataDir), postmasterOf(dataDir)]
  expect(workers).toHaveLength(2)
  process.kill(holderOf(dataDir), 'SIGKILL')
  await expect.poll(() => workers.filter(isAlive)).toEqual([])
  await product.stop()

  const next = await startTwo({ DATA_DIR: dataDir })
  expect(postmasterOf(dataDir)).toBe(database)
  expect((await send(next, '/readyz')).status).toBe(200)
  expect(await next.stop()).toBe(0)
})

test('a worker that cannot start stops the server, and its error is printed once', async () => {
  const dataDir = emptyDataDir()
  const port = await freePort()
  const url = await emptyDatabase()
  const { hostname, port: databasePort } = new URL(url)
  // Another process takes the port before the workers listen on it.
  let portTaker: Server | undefined
  const takePort = () => {
    portTaker = createServer()
      .on('error', () => setTimeout(takePort, 5))
      .listen(port, '127.0.0.1')
  }
  const databaseProxy = createServer((socket) => {
    if (!portTaker) takePort()
    const upstream = connect(Number(databasePort), hostname)
    socket.pipe(upstream).pipe(socket)
    socket.on('error', () => upstream.destroy()).on('close', () => upstream.destroy())
    upstream.on('error', () => socket.destroy()).on('close', () => socket.destroy())
  })
  databaseProxy.listen(0, '127.0.0.1')
  await once(databaseProxy, 'listening')
  registerCleanup(() => {
    portTaker?.close()
    databaseProxy.close()
    rmSync(dataDir, { recursive: true, force: true })
  })
  const host = `127.0.0.1:${(databaseProxy.address() as AddressInfo).port}`
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
