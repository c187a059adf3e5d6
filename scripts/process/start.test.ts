import { rmSync } from 'node:fs'
import { afterAll, afterEach, expect, test } from 'vitest'
import { freePort } from '#api/test/servers/free-port.ts'
import { emptyDataDir, type Product, startProduct } from '../../e2e/server.ts'
import { holderOf, postmasterOf, processesOn, runCommand } from './commands.ts'
import { pollPort } from './polling.ts'
import { finishRequest, isListening, startRequest } from './requests.ts'

const folders: string[] = []
const products: Product[] = []
afterEach(async () => {
  // A failed test may leave its servers running.
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

test('a first start loads the demo content; SIGTERM to npm alone stops everything with code 0', async () => {
  const port = await freePort()
  const stop = pollPort(port)
  const product = await start({ DATA_DIR: dataDir(), PORT: String(port) })
  // No connection was refused after the first response.
  expect([...(await stop()).keys()]).toEqual([200])
  const posts = await (await fetch(`${product.url}/api/posts?limit=100`)).json()
  expect(posts).toHaveLength(100)
  expect(processesOn(product.dataDir)).not.toEqual([])

  expect(await product.stop()).toBe(0)
  expect(processesOn(product.dataDir)).toEqual([])
  expect(await isListening(product)).toBe(false)
})

test('attack 59: a second start on the same data directory is refused, the first keeps running', async () => {
  const product = await start({ DATA_DIR: dataDir(), SEED: 'none' })
  const second = await runCommand(['api/main.ts'], {
    DATA_DIR: product.dataDir,
    PORT: String(await freePort()),
  })
  expect(second).toEqual({
    code: 1,
    stdout: '',
    stderr:
      `The data directory ${product.dataDir} is in use by process ${holderOf(product.dataDir)}, ` +
      `which answers at ${product.url}.\n`,
  })
  expect((await fetch(`${product.url}/readyz`)).status).toBe(200)
  expect(await product.stop()).toBe(0)
})

test('attack 58: what a killed server has acknowledged is there when the next start adopts its database', async () => {
  const folder = dataDir()
  const killed = await start({ DATA_DIR: folder, SEED: 'none' })
  const post = {
    authorId: 'demo-user',
    content: 'Written just before the server was killed.',
    mediaType: 'text',
  }
  const response = await fetch(`${killed.url}/api/posts`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(post),
  })
  expect(response.status).toBe(201)
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

test('a server whose database is killed is not ready, restarts it, and shuts down cleanly', async () => {
  const product = await start({ DATA_DIR: dataDir(), SEED: 'none' })
  const readiness = async () => (await fetch(`${product.url}/readyz`)).status
  const killed = postmasterOf(product.dataDir)
  process.kill(killed, 'SIGKILL')
  await expect.poll(readiness, { interval: 5 }).toBe(503)
  expect((await fetch(`${product.url}/healthz`)).status).toBe(200)
  await expect.poll(readiness).toBe(200)
  expect(postmasterOf(product.dataDir)).not.toBe(killed)
  expect((await fetch(`${product.url}/api/posts`)).status).toBe(200)

  process.kill(postmasterOf(product.dataDir), 'SIGKILL')
  expect(await product.stop()).toBe(0)
  expect(processesOn(product.dataDir)).toEqual([])
})

test('a request that is in flight at SIGTERM gets its response', async () => {
  const product = await start({ DATA_DIR: dataDir(), SEED: 'none' })
  const request = await startRequest(product)
  const stopped = product.stop()
  await expect.poll(() => isListening(product)).toBe(false)
  expect(await finishRequest(request)).toBe('{"data":{"__typename":"Query"}}')
  expect(await stopped).toBe(0)
})
