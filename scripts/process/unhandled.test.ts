import { spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import pg from 'pg'
import { expect, test } from 'vitest'
import { emptyDatabase } from '#api/test/database/database.ts'
import { registerCleanup } from '#api/test/register-cleanup.ts'
import { type Product, startProduct } from '../../e2e/server.ts'
import { ROOT } from '../run.ts'
import { holderOf, isAlive, processesOn, workersOf } from './commands.ts'
import { finishRequest, isListening, startRequest } from './requests.ts'
import { send, TWO } from './two-workers.ts'

const FAULTS = path.join(import.meta.dirname, 'faults.process.js')
const LISTENER = path.join(import.meta.dirname, 'listener.process.ts')

async function start(settings: NodeJS.ProcessEnv = {}): Promise<Product> {
  const product = await startProduct({
    SEED: 'none',
    NODE_OPTIONS: `--import ${FAULTS}`,
    ...settings,
  })
  registerCleanup(() => product.stop())
  return product
}

interface Line {
  level: string
  err?: { message: string; stack: string }
}

/** The errors that a server has logged. */
function errorsOf(product: Product): { level: string; message: string; hasStack: boolean }[] {
  const lines = product
    .output()
    .split('\n')
    .filter((line) => line.startsWith('{'))
  return lines
    .map((line) => JSON.parse(line) as Line)
    .flatMap(({ level, err }) =>
      err
        ? [{ level, message: err.message, hasStack: err.stack.includes('faults.process.js') }]
        : [],
    )
}

const rejected = { level: 'error', message: 'A promise that nothing awaits.', hasStack: true }
const thrown = { level: 'fatal', message: 'An exception that nothing catches.', hasStack: true }

async function rejections(product: Product): Promise<number> {
  const { body } = await send(product, '/metrics')
  return Number(/^unhandled_rejections_total (\d+)$/m.exec(body)?.[1] ?? Number.NaN)
}

test('an unhandled rejection is logged with its stack and counted; the process keeps running', async () => {
  const product = await start()
  const server = holderOf(product.dataDir)
  const request = await startRequest(product)
  expect(await rejections(product)).toBe(0)
  process.kill(server, 'SIGUSR2')
  await expect.poll(() => errorsOf(product)).toEqual([rejected])
  expect(await rejections(product)).toBe(1)
  expect(await finishRequest(request)).toBe('{"data":{"__typename":"Query"}}')
  expect([(await send(product, '/readyz')).status, holderOf(product.dataDir)]).toEqual([
    200,
    server,
  ])
  expect(await product.stop()).toBe(0)
})

test('an uncaught exception shuts the process down cleanly, with code 1', async () => {
  const product = await start()
  const server = holderOf(product.dataDir)
  const request = await startRequest(product)
  process.kill(server, 'SIGWINCH')
  await expect.poll(() => isListening(product)).toBe(false)
  expect(await finishRequest(request)).toBe('{"data":{"__typename":"Query"}}')
  await expect.poll(() => isAlive(product.pid)).toBe(false)
  expect(await product.stop()).toBe(1)
  expect(errorsOf(product)).toEqual([thrown])
  expect(processesOn(product.dataDir)).toEqual([])
})

test('a worker survives an unhandled rejection, and is replaced after an uncaught exception', async () => {
  const product = await start(TWO)
  const [worker = 0, other] = workersOf(product.dataDir)
  process.kill(worker, 'SIGUSR2')
  await expect.poll(() => errorsOf(product)).toEqual([rejected])
  expect(await rejections(product)).toBe(1)
  expect(workersOf(product.dataDir)).toEqual([worker, other])

  process.kill(worker, 'SIGWINCH')
  await expect.poll(() => errorsOf(product)).toEqual([rejected, thrown])
  await expect.poll(() => product.output()).toContain('A worker process died and will be replaced')
  await expect.poll(() => workersOf(product.dataDir)).toHaveLength(2)
  expect(workersOf(product.dataDir)).toContain(other)
  expect((await send(product, '/readyz')).status).toBe(200)
  expect(await product.stop()).toBe(0)
})

test('the process ends when essential background work fails', async () => {
  const url = await emptyDatabase()
  const child = spawn(process.execPath, [LISTENER], {
    cwd: ROOT,
    env: { ...process.env, DATABASE_URL: url },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  registerCleanup(() => child.kill())
  const ended = once(child, 'close')
  let output = ''
  child.stdout.on('data', (chunk: Buffer) => {
    output += chunk
  })
  await expect.poll(() => output).toContain('Listening.')
  const operator = new pg.Client({ connectionString: url })
  await operator.connect()
  registerCleanup(() => operator.end())
  await operator.query(
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
     WHERE application_name = 'good-vibes test' AND datname = current_database()`,
  )
  expect(await ended).toEqual([1, null])
  expect(output).toContain('The reconnect failed.')
})
