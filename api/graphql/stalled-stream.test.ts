import { once } from 'node:events'
import type { Socket } from 'node:net'
import { expect, test } from 'vitest'
import { subscribe } from '#api/test/event-stream.ts'
import { testServer } from '#api/test/server.ts'

test('the connection of a stream is watched for a client that reads nothing', async () => {
  const server = await testServer()
  const browser = server.browser()
  const connected = once(server.http, 'connection') as Promise<[Socket]>
  const stream = await subscribe(browser, { query: 'subscription { feedUpdated { __typename } }' })
  const [socket] = await connected
  expect(socket.timeout).toBe(30_000)
  await stream.close()
})
