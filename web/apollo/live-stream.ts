import { createClient, NetworkError } from 'graphql-sse'
import { demoUser } from '#rules/demo-user.ts'
import { connectionLost, reportConnectionLost } from '../lib/connection.ts'
import { isDemo } from '../lib/demo-storage.ts'

/** The server sends at least a comment line every 15 seconds. */
const MAX_SILENCE_MS = 40_000
const MIN_RETRY_MS = 1_000
const MAX_RETRY_MS = 60_000

interface LiveStreamOptions<Data> {
  query: string
  /** Called at each connection, so that a later one begins where an earlier one ended. */
  variables: () => Record<string, unknown>
  onData: (data: Data) => void
}

type Outcome = 'ended' | 'refused' | 'failed'

/**
 * Opens a subscription, and opens it again whenever it ends, until it is closed or refused.
 * @returns a function that closes it
 */
export function openLiveStream<Data>(options: LiveStreamOptions<Data>): () => void {
  const closing = new AbortController()
  void keepOpen(options, closing.signal)
  return () => closing.abort()
}

async function keepOpen<Data>(options: LiveStreamOptions<Data>, closed: AbortSignal) {
  let retryMs = MIN_RETRY_MS
  const onData = (data: Data) => {
    retryMs = MIN_RETRY_MS
    options.onData(data)
  }
  while (!closed.aborted) {
    const outcome = await connect({ ...options, onData }, closed)
    if (outcome === 'refused' || closed.aborted) return
    // Tabs come back at different times.
    await wait(retryMs * (0.5 + Math.random()), closed)
    retryMs = Math.min(2 * retryMs, MAX_RETRY_MS)
    await connectionRegained(closed)
  }
}

function connect<Data>(
  { query, variables, onData }: LiveStreamOptions<Data>,
  closed: AbortSignal,
): Promise<Outcome> {
  const silence = new AbortController()
  const client = createClient({
    url: new URL('/graphql', location.origin).href,
    retryAttempts: 0,
    headers: () => (isDemo() ? { [demoUser.header]: '1' } : {}),
    fetchFn: (url: string, init: RequestInit) => fetchWatched(url, init, silence),
  })
  return new Promise<Outcome>((resolve) => {
    const finish = (outcome: Outcome) => {
      client.dispose()
      resolve(outcome)
    }
    const lose = () => finish('failed')
    silence.signal.addEventListener('abort', lose)
    closed.addEventListener('abort', lose, { once: true })
    client.subscribe<Data>(
      { query, variables: variables() },
      {
        next: ({ data }) => data && onData(data),
        error: (error) => finish(outcomeOf(error)),
        complete: () => finish('ended'),
      },
    )
  }).finally(() => silence.abort())
}

/** Aborts after a silence, also before the response: a connection can be lost without notice. */
async function fetchWatched(url: string, init: RequestInit, silence: AbortController) {
  let timer = setTimeout(() => silence.abort(), MAX_SILENCE_MS)
  silence.signal.addEventListener('abort', () => clearTimeout(timer))
  const response = await fetch(url, init)
  const watched = response.body?.pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>({
      transform(chunk, controller) {
        clearTimeout(timer)
        timer = setTimeout(() => silence.abort(), MAX_SILENCE_MS)
        controller.enqueue(chunk)
      },
    }),
  )
  const { status, headers } = response
  return new Response(watched ?? null, { status, headers })
}

/** A refused stream would be refused again. The server refuses some only while it is busy. */
function outcomeOf(error: unknown): Outcome {
  const status = error instanceof NetworkError ? error.response?.status : undefined
  if (status === undefined) reportConnectionLost()
  return status !== undefined && status >= 400 && status < 500 ? 'refused' : 'failed'
}

function connectionRegained(closed: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const check = () => {
      if (connectionLost.get() && !closed.aborted) return
      unsubscribe()
      resolve()
    }
    const unsubscribe = connectionLost.subscribe(check)
    closed.addEventListener('abort', check, { once: true })
    check()
  })
}

function wait(ms: number, closed: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms)
    closed.addEventListener(
      'abort',
      () => {
        clearTimeout(timer)
        resolve()
      },
      { once: true },
    )
  })
}
