import { HttpResponse, http } from 'msw'
import { afterEach, expect, test, vi } from 'vitest'
import { connectionLost } from '../lib/connection.ts'
import { network } from '../test/network.ts'
import { openLiveStream } from './live-stream.ts'

afterEach(() => void vi.useRealTimers())

const SILENCE_MS = 40_000
/** Tries come after 1, 2, 4 … seconds, half as much more at most. */
const retryMs = (attempt: number) => 1_500 * 2 ** (attempt - 1)

const stream = (start: (controller: ReadableStreamDefaultController<Uint8Array>) => void) =>
  new HttpResponse(new ReadableStream<Uint8Array>({ start }), {
    headers: { 'content-type': 'text/event-stream' },
  })
const silent = () => stream(() => {})
const never = () => new Promise<never>(() => {})

/** Answers the connections in turn. @returns waits for the connection of this number */
function mockConnections(...answers: (() => Response | Promise<Response>)[]) {
  const connections = answers.map(() => Promise.withResolvers<void>())
  let count = 0
  network.use(
    http.post('*/graphql', () => {
      const number = count++
      connections[number]?.resolve()
      return answers[number]?.() ?? never()
    }),
  )
  return (number: number) => connections[number - 1]?.promise
}

function open(onData: (data: object) => void = () => {}) {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  return openLiveStream({ query: 'subscription { x }', variables: () => ({}), onData })
}

test('a connection that is silent for 40 seconds is replaced, with or without a response', async () => {
  const connected = mockConnections(never, silent, silent)
  const close = open()
  for (const attempt of [1, 2]) {
    await connected(attempt)
    await vi.advanceTimersByTimeAsync(SILENCE_MS)
    await vi.advanceTimersByTimeAsync(retryMs(attempt))
  }
  await connected(3)
  close()
})

test('a stream that breaks shows that the connection is lost, and opens again with it', async () => {
  network.use(http.get('*/readyz', () => HttpResponse.json({})))
  const connected = mockConnections(
    () => stream((controller) => controller.error(new Error('cut'))),
    () =>
      stream((controller) =>
        controller.enqueue(new TextEncoder().encode('event: next\ndata: {"data":{"x":1}}\n\n')),
      ),
  )
  const received = Promise.withResolvers<object>()
  const lost = new Promise<void>((resolve) => {
    const stop = connectionLost.subscribe(() => {
      if (!connectionLost.get()) return
      stop()
      resolve()
    })
  })
  const close = open(received.resolve)
  await lost
  await vi.advanceTimersByTimeAsync(retryMs(1))
  await connected(2)
  expect(await received.promise).toEqual({ x: 1 })
  expect(connectionLost.get()).toBe(false)
  close()
})
