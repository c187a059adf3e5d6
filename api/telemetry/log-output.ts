import { writeSync } from 'node:fs'
import type { DestinationStream } from 'pino'
import { codeOf } from '#api/lib/operator-error.ts'

/** The buffer is written once it has this many characters, or at each interval. */
const FLUSH_CHARACTERS = 4_096
const FLUSH_INTERVAL_MS = 100
/** Lines beyond this are counted and dropped. */
const MAX_BUFFERED_CHARACTERS = 1_000_000
const EXIT_TIMEOUT_MS = 1_000
const EXIT_RETRY_MS = 10
const TRANSIENT_CODES = new Set(['EAGAIN', 'EBUSY', 'ENOSPC', 'EDQUOT'])

export interface LogOutput extends DestinationStream {
  /** Writes the rest of the buffer before the process exits; blocks for at most a second. */
  flushSync(): void
}

/**
 * Writes lines to a file or pipe in batches, without blocking on a slow reader or a full disk.
 * Pino's own destination waits forever for a reader that has closed the pipe, and a full disk
 * ends the process.
 */
export function createLogOutput(fd: number): LogOutput {
  let text = ''
  let partial: Uint8Array | null = null
  let dropped = 0

  /** @returns whether the buffer is empty */
  function flush(): boolean {
    try {
      while (partial || text !== '') {
        if (!partial) [partial, text] = [Buffer.from(text), '']
        const rest: Uint8Array = partial.subarray(writeSync(fd, partial))
        partial = rest.length > 0 ? rest : null
      }
      return true
    } catch (error) {
      if (TRANSIENT_CODES.has(codeOf(error) ?? '')) return false
      // The reader has closed the pipe, or the output is broken.
      partial = null
      text = ''
      return true
    }
  }

  setInterval(flush, FLUSH_INTERVAL_MS).unref()
  return {
    write(line) {
      const buffered = text.length + (partial?.length ?? 0)
      if (buffered > MAX_BUFFERED_CHARACTERS && !flush()) return void dropped++
      if (dropped > 0) text += droppedLine(dropped)
      dropped = 0
      text += line
      if (text.length >= FLUSH_CHARACTERS) flush()
    },
    flushSync() {
      const never = new Int32Array(new SharedArrayBuffer(4))
      const deadline = performance.now() + EXIT_TIMEOUT_MS
      while (!flush() && performance.now() < deadline) Atomics.wait(never, 0, 0, EXIT_RETRY_MS)
    },
  }
}

function droppedLine(count: number): string {
  const msg = `Dropped ${count} log lines`
  return `${JSON.stringify({ level: 'warn', time: new Date(), msg })}\n`
}
