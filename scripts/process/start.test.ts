import { once } from 'node:events'
import { rmSync } from 'node:fs'
import { afterAll, afterEach, expect, test } from 'vitest'
import { freePort } from '#api/lib/free-port.ts'
import { emptyDataDir, type Product, startProduct } from '../../e2e/server.ts'
import { holderOf, postmasterOf, processesOn, runCommand } from './commands.ts'
import { knockAt } from './knocking.ts'
import { begin, finish, isListening } from './requests.ts'

const PATIENCE = 60_000
const folders: string[] = []
const products: Product[] = []
afterEach(async () => {
  // Those of a test that failed before it came to their end.
  for (const product of products.splice(0)) await product.stop()
})
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true })
})

async function start(settings: NodeJS.ProcessEnv): Promise<Product> {
  const product = await startProduct(settings)
  products.push(product)
  return product
}

function dataDir(): string {
  const folder = emptyDataDir()
  folders.push(folder)
  return folder
}

test('a first start loads the demo content and says where it is; SIGTERM to npm alone ends all of it with code 0', {
  timeout: PATIENCE,
}, async () => {
  const port = await freePort()
  const stop = knockAt(port)
  const product = await start({ DATA_DIR: dataDir(), PORT: String(port) })
  // Nobody found the door shut once it was open.
  expect([...(await stop()).keys()]).toEqual([200])
  const posts = await (await fetch(`${product.url}/api/posts?limit=100`)).json()
  expect(posts).toHaveLength(100)
  expect(processesOn(product.dataDir)).not.toEqual([])

  expect(await product.stop()).toBe(0)
  expect(processesOn(product.dataDir)).toEqual([])
  expect(await isListening(product)).toBe(false)
})

test('attack 59: a second start on the same data directory is refused, the first goes on', {
  timeout: PATIENCE,
}, async () => {
  const product = await start({ DATA_DIR: dataDir(), SEED: 'none' })
  const second = await runCommand(['api/main.ts'], { DATA_DIR: product.dataDir, PORT: '4199' })
  expect(second).toEqual({
    code: 1,
    stdout: '',
    stderr: `The data directory ${product.dataDir} is in use by process ${holderOf(product.dataDir)}, which answers at ${product.url}.\n`,
  })
  expect((await fetch(`${product.url}/readyz`)).status).toBe(200)
  expect(await product.stop()).toBe(0)
})

test('attack 58: what a killed server has acknowledged is there when the next start adopts its database', {
  timeout: PATIENCE,
}, async () => {
  const folder = dataDir()
  const killed = await start({ DATA_DIR: folder, SEED: 'none' })
  const post = {
    authorId: 'demo-user',
    content: 'Written just before the lights went out.',
    mediaType: 'text',
  }
  const answer = await fetch(`${killed.url}/api/posts`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(post),
  })
  expect(answer.status).toBe(201)
  const database = postmasterOf(folder)
  process.kill(holderOf(folder), 'SIGKILL')
  await killed.stop()

  const next = await start({ DATA_DIR: folder, SEED: 'none' })
  expect(postmasterOf(folder)).toBe(database)
  const posts = await (await fetch(`${next.url}/api/posts`)).json()
  expect(posts).toEqual([expect.objectContaining({ content: post.content })])
  expect(await next.stop()).toBe(0)
  expect(processesOn(folder)).toEqual([])
})

test('a server whose database is killed says that it is not ready, starts it again, and ends in order; even before it is back', {
  timeout: PATIENCE,
}, async () => {
  const product = await start({ DATA_DIR: dataDir(), SEED: 'none' })
  const readiness = async () => (await fetch(`${product.url}/readyz`)).status
  const killed = postmasterOf(product.dataDir)
  process.kill(killed, 'SIGKILL')
  await expect.poll(readiness, { interval: 5 }).toBe(503)
  expect((await fetch(`${product.url}/healthz`)).status).toBe(200)
  await expect.poll(readiness, { timeout: PATIENCE }).toBe(200)
  expect(postmasterOf(product.dataDir)).not.toBe(killed)
  expect((await fetch(`${product.url}/api/posts`)).status).toBe(200)

  process.kill(postmasterOf(product.dataDir), 'SIGKILL')
  expect(await product.stop()).toBe(0)
  expect(processesOn(product.dataDir)).toEqual([])
})

test('a request that is under way when the end is asked for is answered', {
  timeout: PATIENCE,
}, async () => {
  const product = await start({ DATA_DIR: dataDir(), SEED: 'none' })
  const request = await begin(product)
  const stopped = product.stop()
  await expect.poll(() => isListening(product), { timeout: PATIENCE }).toBe(false)
  expect(await finish(request)).toBe('{"data":{"__typename":"Query"}}')
  expect(await stopped).toBe(0)
})

test('a request that never comes to its end is broken off when the end is asked for again', {
  timeout: PATIENCE,
}, async () => {
  const product = await start({ DATA_DIR: dataDir(), SEED: 'none' })
  const request = await begin(product)
  const brokenOff = once(request, 'error')
  const server = holderOf(product.dataDir)
  const stopped = product.stop()
  // Then it has heard the first time, and waits for the request.
  await expect.poll(() => isListening(product), { timeout: PATIENCE }).toBe(false)
  process.kill(server, 'SIGTERM')
  expect(await stopped).toBe(0)
  await brokenOff
  expect(processesOn(product.dataDir)).toEqual([])
})
