import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { rmSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import type { ShutdownLimits } from '#api/process/lifetime.ts'
import { testDatabase } from '#api/test/database/database.ts'
import { registerCleanup } from '#api/test/register-cleanup.ts'
import { freePort } from '#api/test/servers/free-port.ts'
import { emptyDataDir, isolatedEnvironment } from '../../e2e/server.ts'
import { ROOT } from '../run.ts'
import { finishRequest, isListening, startRequest } from './requests.ts'

const SERVER = path.join(import.meta.dirname, 'shutdown.process.ts')
/** In milliseconds: no test takes that long. */
const NEVER = 3_600_000

async function startServer(limits: ShutdownLimits) {
  const dataDir = emptyDataDir()
  registerCleanup(() => rmSync(dataDir, { recursive: true, force: true }))
  const { url: DATABASE_URL } = await testDatabase()
  const port = await freePort()
  const child = spawn(process.execPath, [SERVER, JSON.stringify(limits)], {
    cwd: ROOT,
    env: isolatedEnvironment({ DATABASE_URL, DATA_DIR: dataDir, PORT: String(port) }),
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  registerCleanup(() => child.kill('SIGKILL'))
  let output = ''
  child.stdout.on('data', (chunk: Buffer) => {
    output += chunk
  })
  const exited = once(child, 'close')
  await expect.poll(() => output).toContain('Listening.')
  return { child, exited, url: `http://127.0.0.1:${port}`, output: () => output }
}

async function openStream(url: string) {
  const response = await fetch(`${url}/graphql`, {
    method: 'POST',
    headers: { accept: 'text/event-stream', 'content-type': 'application/json' },
    body: JSON.stringify({ query: 'subscription { feedUpdated { newestId } }' }),
  })
  expect(response.status).toBe(200)
  return response
}

/** Sends a request that never completes, and requests a shutdown, which waits for it. */
async function startWithPendingRequest(limits: ShutdownLimits) {
  const server = await startServer(limits)
  const stream = await openStream(server.url)
  const request = await startRequest(server)
  const aborted = once(request, 'error')
  server.child.kill('SIGTERM')
  await expect.poll(() => isListening(server)).toBe(false)
  return { ...server, request, aborted, stream }
}

test('a second signal aborts a request that never completes', async () => {
  const { child, exited, aborted, output } = await startWithPendingRequest({
    sameSignal: 0,
    graceful: NEVER,
    forced: NEVER,
  })
  child.kill('SIGTERM')
  await aborted
  expect(await exited).toEqual([0, null])
  expect(output()).toContain('"reason":"another signal"')
})

test('the deadline of a shutdown aborts a request that never completes', async () => {
  const { exited, aborted, output } = await startWithPendingRequest({
    sameSignal: NEVER,
    graceful: 500,
    forced: NEVER,
  })
  await aborted
  expect(await exited).toEqual([0, null])
  expect(output()).toContain('"reason":"deadline"')
})

test('two signals at once are one', async () => {
  const { child, exited, request, stream, output } = await startWithPendingRequest({
    sameSignal: NEVER,
    graceful: NEVER,
    forced: NEVER,
  })
  child.kill('SIGINT')
  child.kill('SIGTERM')
  // Streams end at once, other requests when they are complete.
  await stream.text()
  expect(await finishRequest(request)).toBe('{"data":{"__typename":"Query"}}')
  expect(await exited).toEqual([0, null])
  expect(output()).not.toContain('forced')
})
