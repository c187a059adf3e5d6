import type { TestBrowser } from '../people/browser.ts'
import { registerCleanup } from '../register-cleanup.ts'

/** An open subscription. */
export interface EventStream {
  response: Response
  /** The data of the next event. Rejects when the stream ends first. */
  // biome-ignore lint/suspicious/noExplicitAny: the test's document determines the type
  next(): Promise<any>
  /** Events that have arrived and that no call of `next` took. */
  events: unknown[]
  /** Comment lines so far. */
  comments: number
  /** Resolves with the name of the last event when the server ends the stream. */
  ended: Promise<string>
  /** Disconnects. */
  close(): void
}

interface Subscription {
  query: string
  variables?: Record<string, unknown>
  headers?: Record<string, string>
}

/** Subscribes over HTTP by server-sent events. */
export async function subscribe(
  browser: TestBrowser,
  { query, variables, headers }: Subscription,
): Promise<EventStream> {
  const connection = new AbortController()
  registerCleanup(() => connection.abort())
  const response = await browser.fetch('/graphql', {
    json: { query, variables },
    headers: { accept: 'text/event-stream', ...headers },
    signal: connection.signal,
  })
  const waiting: PromiseWithResolvers<unknown>[] = []
  const ended = Promise.withResolvers<string>()
  ended.promise.catch(() => {})
  const stream: EventStream = {
    response,
    events: [],
    comments: 0,
    ended: ended.promise,
    next() {
      if (stream.events.length > 0) return Promise.resolve(stream.events.shift())
      const event = Promise.withResolvers<unknown>()
      waiting.push(event)
      return event.promise
    },
    close: () => connection.abort(),
  }
  let lastEvent = ''

  function receive(block: string) {
    if (block.startsWith(':')) stream.comments++
    const { event, data } = Object.fromEntries(
      block.split('\n').map((line) => [line.split(':', 1)[0], line.slice(line.indexOf(':') + 1)]),
    )
    if (event) lastEvent = event.trim()
    if (!data?.trim()) return
    const value: unknown = JSON.parse(data)
    const first = waiting.shift()
    if (first) first.resolve(value)
    else stream.events.push(value)
  }

  async function read() {
    let text = ''
    for await (const chunk of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
      const blocks = (text + chunk).split('\n\n')
      text = blocks.pop() ?? ''
      for (const block of blocks) receive(block)
    }
  }
  void read()
    .then(() => ended.resolve(lastEvent), ended.reject)
    .finally(() => {
      for (const event of waiting) event.reject(new Error('The stream ended.'))
    })
  return stream
}
