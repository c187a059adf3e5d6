import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { unfinishedResponsesOf } from './connections.ts'

/** The limit for the sum of all responses that their callers have not taken yet. */
const MAX_BYTES = 64 * 1024 * 1024
/** Connections that hold this much are ended first. Streamed responses wait, so they hold less. */
const MANY_BYTES = 80 * 1024
/** In this time responses can exceed the budget by a few operations of 4 MB. */
const CHECK_INTERVAL_MS = 250
/** A client that takes no byte for 30 seconds has disconnected, whatever it sends. */
export const STALLED_CHECKS = 30_000 / CHECK_INTERVAL_MS

const inCompressor = Symbol('bytes of a body that wait in a compressor')

interface Response extends ServerResponse {
  [inCompressor]?: number
}

/** Notes how much of a body waits where Node does not count it. */
export function noteCompressed(res: Response, bytes: number): void {
  res[inCompressor] = bytes
}

/** What a connection had sent at the last check, and at how many checks before. */
interface Progress {
  written: number
  queued: number
  checks: number
}

/**
 * Bounds the memory of unread responses. Large ones that have waited longest are ended first, then
 * the largest of the others. Also ends connections that take nothing of what waits for them.
 */
export class UnsentBudget {
  readonly #connections: ReadonlySet<Socket>
  readonly #maxBytes: number
  /** Connections with many unsent bytes at the last check, the longest waiting first. */
  #held: ReadonlyMap<Socket, number> = new Map()
  /** Of the connections with unsent bytes. */
  #progress: ReadonlyMap<Socket, Progress> = new Map()

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
    const progress = new Map<Socket, Progress>()
    for (const socket of new Set([...this.#held.keys(), ...this.#connections])) {
      const bytes = unsentBytes(socket)
      if (bytes === 0) continue
      const current = progressOf(socket, this.#progress.get(socket))
      if (current.checks >= STALLED_CHECKS) {
        socket.destroy()
        continue
      }
      progress.set(socket, current)
      excess += bytes
      if (bytes >= MANY_BYTES) held.set(socket, bytes)
      else others.set(socket, bytes)
    }
    this.#held = held
    this.#progress = progress
    if (excess <= 0) return
    for (const [socket, bytes] of [...held, ...[...others].sort(([, a], [, b]) => b - a)]) {
      if (excess <= 0) break
      excess -= bytes
      socket.destroy()
    }
  }
}

interface SystemSocket extends Socket {
  /** Node's own timeout of sockets looks at the size of the queue, too. */
  _handle?: { writeQueueSize: number } | null
}

function progressOf(socket: SystemSocket, before: Progress | undefined): Progress {
  const written = socket.bytesWritten - socket.writableLength
  // What is left of the chunk that is being sent: a whole response, which may take long.
  const queued = socket._handle?.writeQueueSize ?? 0
  const isStalled = before?.written === written && before.queued === queued
  return { written, queued, checks: isStalled ? before.checks + 1 : 0 }
}

function unsentBytes(socket: Socket): number {
  if (socket.destroyed) return 0
  // Pipelined requests wait, so that no other response has bytes yet.
  const [current]: readonly Response[] = unfinishedResponsesOf(socket)
  // A caller who takes no compressed responses gets the body as it is.
  return Math.max(socket.writableLength, current?.[inCompressor] ?? 0)
}
