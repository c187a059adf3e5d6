import { randomKey } from '../lib/random-key.ts'

/** Enough for a tab that opens while another one has the stream. Posts change most. */
const MAX_KEPT = 200

type Message<Data> =
  | { kind: 'join'; tab: string; since: number }
  /** Without a tab, it is for all of them. */
  | { kind: 'data'; data: Data; tab?: string }

interface SharedStreamOptions<Data> {
  /** Tabs share the stream of a name. */
  name: string
  /** Unix time in milliseconds from which this tab needs data. */
  since: number
  /** @returns a function that closes the stream */
  open: (onData: (data: Data) => void) => () => void
  /** Can get the same data twice. */
  onData: (data: Data) => void
}

/**
 * Opens one stream for all tabs of a browser: the tab with the lock has it, and passes its data on.
 * Without locks each tab has its own.
 * @returns a function that leaves the stream, to the next tab if this one has it
 */
export function shareStream<Data>({
  name,
  since,
  open,
  onData,
}: SharedStreamOptions<Data>): () => void {
  if (!hasLocks()) return open(onData)
  const channel = new BroadcastChannel(name)
  const tab = randomKey()
  const kept: { data: Data; at: number }[] = []
  const send = (message: Message<Data>) => channel.postMessage(message)

  channel.onmessage = ({ data: message }: MessageEvent<Message<Data>>) => {
    if (message.kind === 'join') {
      for (const { data, at } of kept)
        if (at >= message.since) send({ kind: 'data', data, tab: message.tab })
    } else if (message.tab === undefined || message.tab === tab) onData(message.data)
  }
  const lead = () =>
    open((data) => {
      kept.push({ data, at: Date.now() })
      if (kept.length > MAX_KEPT) kept.shift()
      onData(data)
      send({ kind: 'data', data })
    })
  send({ kind: 'join', tab, since })
  const leave = openInTurn(name, lead)
  return () => {
    leave()
    channel.close()
  }
}

/**
 * Opens a stream in one tab of the browser at a time: six connections are all that a browser has
 * for a host by HTTP/1.1.
 * @param open returns a function that closes the stream
 * @returns a function that leaves the stream to the next tab
 */
function openInTurn(name: string, open: () => () => void): () => void {
  const leaving = new AbortController()
  const lead = () => {
    const close = open()
    return new Promise<void>((resolve) => {
      leaving.signal.addEventListener('abort', () => {
        close()
        resolve()
      })
    })
  }
  // It rejects when the tab leaves before it has the lock.
  navigator.locks.request(name, { signal: leaving.signal }, lead).catch(() => {})
  return () => leaving.abort()
}

/** Where the page is no secure context, there are none. */
const hasLocks = () => (navigator.locks as LockManager | undefined) !== undefined
