import type { Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { unfinishedResponsesOf } from './connections.ts'

/** The limit for the sum of all responses that their callers have not taken yet. */
const MAX_BYTES = 64 * 1024 * 1024
/** Connections that hold this much are ended first. Streamed responses wait, so they hold less. */
const MANY_BYTES = 80 * 1024
/** In this time responses can exceed the budget by a few operations of 4 MB. */
const CHECK_INTERVAL_MS = 250
/** A client that reads nothing for this long has disconnected. */
const STALLED_AFTER_MS = 30_000

/** Ends a connection with bytes to be sent that takes none of them for a time. */
export function endStalledConnections(server: Server, stalledAfterMs = STALLED_AFTER_MS): void {
  // Node starts the time again with everything that is sent, also within one large response.
  server.setTimeout(stalledAfterMs, (socket: Socket) => {
    const isIdle = unfinishedResponsesOf(socket).length === 0
    // Streams with nothing to send stay open.
    if (isIdle || unsentBytes(socket) > 0) socket.destroy()
  })
}

/** Restores the timeout, which the library of streams switches off. */
export function watchForStall(socket: Socket): void {
  socket.setTimeout(STALLED_AFTER_MS)
}

const inCompressor = Symbol('bytes of a body that wait in a compressor')

interface Response extends ServerResponse {
  [inCompressor]?: number
}

/** Notes how much of a body waits where Node does not count it. */
export function noteCompressed(res: Response, bytes: number): void {
  res[inCompressor] = bytes
}

/**
 * Bounds the memory of unread responses. Large ones that have waited longest are ended first, then
 * the largest of the others.
 */
export class UnsentBudget {
  readonly #connections: ReadonlySet<Socket>
  readonly #maxBytes: number
  /** Connections with many unsent bytes at the last check, the longest waiting first. */
  #held: ReadonlyMap<Socket, number> = new Map()

  constructor(connections: ReadonlySet<Socket>, maxBytes = MAX_BYTES) {
    this.#connections = connections
    this.#maxBytes = maxBytes
  }

  /** Checks regularly. @returns a function that stops it */
  watch(): () => void {
    const timer = setInterval(() => this.check(), CHECK_INTERVAL_MS).unref()
    return () => clearInterval(timer)
  }

  check(): void {
    let excess = -this.#maxBytes
    const [held, others] = [new Map<Socket, number>(), new Map<Socket, number>()]
    for (const socket of new Set([...this.#held.keys(), ...this.#connections])) {
      const bytes = unsentBytes(socket)
      excess += bytes
      if (bytes >= MANY_BYTES) held.set(socket, bytes)
      else if (bytes > 0) others.set(socket, bytes)
    }
    this.#held = held
    if (excess <= 0) return
    for (const [socket, bytes] of [...held, ...[...others].sort(([, a], [, b]) => b - a)]) {
      if (excess <= 0) break
      excess -= bytes
      socket.destroy()
    }
  }
}

function unsentBytes(socket: Socket): number {
  if (socket.destroyed) return 0
  const unfinished: readonly Response[] = unfinishedResponsesOf(socket)
  const waiting = unfinished.filter((res) => res.socket !== socket)
  const ofNode = waiting.reduce((sum, res) => sum + res.writableLength, socket.writableLength)
  const compressed = unfinished.reduce((sum, res) => sum + (res[inCompressor] ?? 0), 0)
  // A caller who takes no compressed responses gets the body as it is.
  return Math.max(ofNode, compressed)
}
