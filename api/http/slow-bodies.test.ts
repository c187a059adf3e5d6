import { once } from 'node:events'
import { connect } from 'node:net'
import { afterAll, expect, test, vi } from 'vitest'
import { BodyBudget } from '#api/admission/bodies.ts'
import { registerCleanup } from '#api/test/register-cleanup.ts'
import { builtClient } from '#api/test/servers/built-client.ts'
import { clientFiles } from '#api/test/servers/client-files.ts'
import { testServer } from '#api/test/servers/server.ts'
import { slowServer } from '#api/test/servers/slow-server.ts'

/** Milliseconds by which the mocked clock is ahead. */
let clockOffset = 0
const now = performance.now.bind(performance)
vi.spyOn(performance, 'now').mockImplementation(() => now() + clockOffset)
afterAll(() => vi.restoreAllMocks())

const HEAD = 'Host: localhost\r\nContent-Type: application/json\r\n'
const partial = (path: string, length: number) =>
  `POST ${path} HTTP/1.1\r\nConnection: close\r\n${HEAD}Content-Length: ${length}\r\n\r\n{`

test('a body of single bytes is 408 after five seconds, at less than 1 KB/s', async () => {
  const { connections, pending, sendRawUntilClosed } = await slowServer()
  const slow = sendRawUntilClosed(partial('/api/posts', 16_000))
  const other = sendRawUntilClosed(`${partial('/api/posts', 60_000)}${'x'.repeat(20_000)}`)
  await expect.poll(connections).toBe(2)
  clockOffset += 10_000
  expect(await slow).toMatch(/^HTTP\/1\.1 408 .*REQUEST_UNREADABLE/s)
  expect(await connections()).toBe(1)
  clockOffset += 20_000
  expect(await other).toMatch(/^HTTP\/1\.1 408 /)
  expect(pending).toEqual([])
})

test.each([
  ['a picture', '/api/media', 'multipart/form-data; boundary=b', 100_000],
  ['a sign-in form', '/api/login', 'application/x-www-form-urlencoded', 1_000],
  ['a picture in JSON', '/api/posts', 'application/json', 100_000],
])('so is %s of single bytes', async (_name, path, type, length) => {
  const reserve = vi.spyOn(BodyBudget.prototype, 'reserve')
  const client = builtClient({ ...clientFiles, 'sign-in.html': '<!doctype html></body>' })
  const server = await testServer({ client })
  const ann = server.browser()
  await ann.signUp()
  const { port, host } = new URL(server.url)
  const before = reserve.mock.calls.length
  const socket = connect(Number(port), 'localhost').on('error', () => {})
  registerCleanup(() => socket.destroy())
  const head = [
    `POST ${path} HTTP/1.1`,
    `Host: ${host}`,
    `Origin: ${server.url}`,
    `Cookie: ${ann.cookieHeader()}`,
    `Content-Type: ${type}`,
    `Content-Length: ${length}`,
  ]
  socket.write(`${head.join('\r\n')}\r\n\r\n-`)
  await expect.poll(() => reserve.mock.calls.length).toBe(before + 1)
  const response = once(socket, 'data')
  clockOffset += 10_000
  expect(String(await response)).toMatch(/^HTTP\/1\.1 408 /)
})

test('a body behind an unfinished request has its time after the response', async () => {
  const reserve = vi.spyOn(BodyBudget.prototype, 'reserve')
  const { pending, sendRawUntilClosed, respondToAll } = await slowServer()
  const first = `POST /graphql HTTP/1.1\r\n${HEAD}Content-Length: 2\r\n\r\n{}`
  const responses = sendRawUntilClosed(first + partial('/graphql', 100))
  await expect.poll(() => pending.length).toBe(1)
  const before = reserve.mock.calls.length
  clockOffset += 10_000
  respondToAll()
  await expect.poll(() => reserve.mock.calls.length).toBe(before + 1)
  clockOffset += 10_000
  expect((await responses).match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 200', 'HTTP/1.1 408'])
})
