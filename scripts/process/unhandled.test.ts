import { spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import pg from 'pg'
import { expect, test } from 'vitest'
import { afterwards } from '#api/test/afterwards.ts'
import { emptyDatabase } from '#api/test/database.ts'
import { type Product, startProduct } from '../../e2e/server.ts'
import { ROOT } from '../run.ts'
import { holderOf, isAlive, processesOn, workersOf } from './commands.ts'
import { begin, finish, isListening } from './requests.ts'
import { ask, TWO } from './two-workers.ts'

const PATIENCE = 60_000
const MISTAKES = path.join(import.meta.dirname, 'faults.process.js')

async function start(settings: NodeJS.ProcessEnv = {}): Promise<Product> {
  const product = await startProduct({
    SEED: 'none',
    NODE_OPTIONS: `--import ${MISTAKES}`,
    ...settings,
  })
  afterwards(() => product.stop())
  return product
}

interface Line {
  level: string
  err?: { message: string; stack: string }
}

/** The errors that a product has logged. */
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
  const { text } = await ask(product, '/metrics')
  return Number(/^unhandled_rejections_total (\d+)$/m.exec(text)?.[1] ?? Number.NaN)
}

test('an unhandled rejection is logged with its stack and counted, and the process lives on', {
  timeout: PATIENCE,
}, async () => {
  const product = await start()
  const server = holderOf(product.dataDir)
  const request = await begin(product)
  expect(await rejections(product)).toBe(0)
  process.kill(server, 'SIGUSR2')
  await expect.poll(() => errorsOf(product)).toEqual([rejected])
  expect(await rejections(product)).toBe(1)
  expect(await finish(request)).toBe('{"data":{"__typename":"Query"}}')
  expect([(await ask(product, '/readyz')).status, holderOf(product.dataDir)]).toEqual([200, server])
  expect(await product.stop()).toBe(0)
})

test('an uncaught exception ends the process in order, with code 1', {
  timeout: PATIENCE,
}, async () => {
  const product = await start()
  const server = holderOf(product.dataDir)
  const request = await begin(product)
  process.kill(server, 'SIGWINCH')
  await expect.poll(() => isListening(product)).toBe(false)
  expect(await finish(request)).toBe('{"data":{"__typename":"Query"}}')
  await expect.poll(() => isAlive(product.pid), { timeout: PATIENCE }).toBe(false)
  expect(await product.stop()).toBe(1)
  expect(errorsOf(product)).toEqual([thrown])
  expect(processesOn(product.dataDir)).toEqual([])
})

test('a worker lives through an unhandled rejection, and is replaced after an uncaught exception', {
  timeout: PATIENCE,
}, async () => {
  const product = await start(TWO)
  const [worker = 0, other] = workersOf(product.dataDir)
  process.kill(worker, 'SIGUSR2')
  await expect.poll(() => errorsOf(product)).toEqual([rejected])
  expect(await rejections(product)).toBe(1)
  expect(workersOf(product.dataDir)).toEqual([worker, other])

  process.kill(worker, 'SIGWINCH')
  await expect.poll(() => errorsOf(product)).toEqual([rejected, thrown])
  await expect
    .poll(() => product.output(), { timeout: PATIENCE })
    .toContain('A worker process died and will be replaced')
  await expect.poll(() => workersOf(product.dataDir), { timeout: PATIENCE }).toHaveLength(2)
  expect(workersOf(product.dataDir)).toContain(other)
  expect((await ask(product, '/readyz')).status).toBe(200)
  expect(await product.stop()).toBe(0)
})

test('background work that a process cannot do without ends it when it fails', {
  timeout: PATIENCE,
}, async () => {
  const url = await emptyDatabase()
  const program = `
    import pino from 'pino'
    import { listenForNotifications } from './api/database/notification-listener.ts'
    import { runUntilShutdown } from './api/process/lifetime.ts'
    const log = pino()
    const onReconnect = () => { throw new Error('Nothing can be listened to.') }
    await runUntilShutdown(log, async ({ onShutdown }) => {
      const options = { channel: 'news', heartbeatSql: 'SELECT 1', log, onNotification: () => {}, onReconnect }
      onShutdown((await listenForNotifications({ url: ${JSON.stringify(url)} }, options)).close)
      console.log('It listens.')
    })`
  const child = spawn(process.execPath, ['--input-type=module', '--eval', program], {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  afterwards(() => child.kill())
  const ended = once(child, 'close')
  let output = ''
  child.stdout.on('data', (chunk: Buffer) => {
    output += chunk
  })
  await expect.poll(() => output, { timeout: PATIENCE }).toContain('It listens.')
  const operator = new pg.Client({ connectionString: url })
  await operator.connect()
  afterwards(() => operator.end())
  await operator.query(
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'good-vibes news'`,
  )
  expect(await ended).toEqual([1, null])
  expect(output).toContain('Nothing can be listened to.')
})
