import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { unfinishedResponsesOf } from './connections.ts'

/** The limit for the sum of all responses that their callers have not taken yet. */
const MAX_BYTES = 64 * 1024 * 1024
/** Connections that hold this much are ended first. Streamed responses wait, so they hold less. */
const MANY_BYTES = 80 * 1024
/** In this time responses can exceed the budget by a few operations of 4 MB. */
const CHECK_INTERVAL_MS = 250
/** A client that takes nothing for this long has disconnected. */
const STALLED_AFTER_MS = 30_000

const inCompressor = Symbol('bytes of a body that wait in a compressor')

interface Response extends ServerResponse {
  [inCompressor]?: number
}

interface Unsent {
  bytes: number
  /** What the caller has taken since the connection began. */
  taken: number
  /** When it last took something, in milliseconds by the clock of `performance`. */
  since: number
}

/** Notes a part of a body that waits where Node does not count it. */
export function noteCompressed(res: Response, bytes: number): void {
  res[inCompressor] = bytes
}

/**
 * Bounds the memory of unread responses. Large ones that have waited longest are ended first, and a
 * connection that takes nothing of what waits is ended in any case.
 */
export class UnsentBudget {
  readonly #connections: ReadonlySet<Socket>
  readonly #maxBytes: number
  /** Connections with unsent bytes at the last check, the longest waiting first. */
  #waiting: ReadonlyMap<Socket, Unsent> = new Map()

  constructor(connections: ReadonlySet<Socket>, maxBytes = MAX_BYTES) {
    this.#connections = connections
    this.#maxBytes = maxBytes
  }

  /** Checks regularly. @returns a function that stops it */
  watch(): () => void {
    const timer = setInterval(() => this.check(), CHECK_INTERVAL_MS).unref()
    return () => clearInterval(timer)
  }

  check(now = performance.now()): void {
    const waiting = new Map<Socket, Unsent>()
    for (const socket of new Set([...this.#waiting.keys(), ...this.#connections])) {
      const unsent = unsentOf(socket, this.#waiting.get(socket), now)
      if (unsent.bytes === 0) continue
      if (now - unsent.since >= STALLED_AFTER_MS) socket.destroy()
      else waiting.set(socket, unsent)
    }
    this.#waiting = waiting
    this.#endExcess()
  }

  #endExcess(): void {
    const all = [...this.#waiting]
    let excess = all.reduce((sum, [, { bytes }]) => sum + bytes, -this.#maxBytes)
    if (excess <= 0) return
    const small = all.filter(([, { bytes }]) => bytes < MANY_BYTES)
    const large = all.filter(([, { bytes }]) => bytes >= MANY_BYTES)
    for (const [socket, { bytes }] of [
      ...large,
      ...small.toSorted(([, a], [, b]) => b.bytes - a.bytes),
    ]) {
      if (excess <= 0) break
      excess -= bytes
      socket.destroy()
    }
  }
}

function unsentOf(socket: Socket, before: Unsent | undefined, now: number): Unsent {
  const taken = socket.bytesWritten - socket.writableLength
  const since = before?.taken === taken ? before.since : now
  return { bytes: unsentBytes(socket), taken, since }
}

function unsentBytes(socket: Socket): number {
  if (socket.destroyed) return 0
  const unfinished: readonly Response[] = unfinishedResponsesOf(socket)
  const waiting = unfinished.filter((res) => res.socket !== socket)
  const ofNode = waiting.reduce((sum, res) => sum + res.writableLength, socket.writableLength)
  const compressed = unfinished.reduce((sum, res) => sum + (res[inCompressor] ?? 0), 0)
  // A body that is sent as it is counts as both.
  return Math.max(ofNode, compressed)
}
