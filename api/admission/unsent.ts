import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import { unfinishedResponsesOf } from './connections.ts'

/** The limit for the sum of all responses that their callers have not taken yet. */
const MAX_BYTES = 64 * 1024 * 1024
/** Only connections that hold this much are ended. Streamed responses wait, so they hold less. */
const MIN_HELD_BYTES = 80 * 1024
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

/** Bounds the memory of unread responses. Those that have waited longest are ended. */
export class UnsentBudget {
  readonly #connections: ReadonlySet<Socket>
  readonly #maxBytes: number
  /** Connections with many unsent bytes at the last check, the longest waiting first. */
  #held = new Map<Socket, number>()

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
    const held = new Map<Socket, number>()
    for (const socket of new Set([...this.#held.keys(), ...this.#connections])) {
      const bytes = unsentBytes(socket)
      excess += bytes
      if (bytes >= MIN_HELD_BYTES) held.set(socket, bytes)
    }
    this.#held = held
    for (const [socket, bytes] of held) {
      if (excess <= 0) break
      excess -= bytes
      socket.destroy()
    }
  }
}

function unsentBytes(socket: Socket): number {
  if (socket.destroyed) return 0
  const waiting = unfinishedResponsesOf(socket).filter((res) => res.socket !== socket)
  return waiting.reduce((sum, res) => sum + res.writableLength, socket.writableLength)
}
