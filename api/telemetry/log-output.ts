import { writeSync } from 'node:fs'
import type { DestinationStream } from 'pino'
import { codeOf } from '#api/lib/operator-error.ts'

/** Characters that are worth a write, and milliseconds after which fewer are written as well. */
const ENOUGH = 4_096
const LATEST = 100
/** Characters that wait at most for whoever reads, or for room on the disk. What comes beyond is counted and dropped. */
const MOST = 1_000_000
/** Milliseconds that the end of the process waits for them, and between two attempts. */
const PATIENCE = 1_000
const PAUSE = 10
const PASSING = new Set(['EAGAIN', 'EBUSY', 'ENOSPC', 'EDQUOT'])

export interface LogOutput extends DestinationStream {
  /** Before the process ends. Takes a second at most. */
  flushSync(): void
}

/**
 * Writes lines to a file or a pipe, some at a time. Whoever reads them may be slow or gone, and the disk full: nobody waits for that,
 * and nothing ends by it. (The library's own output waits without end for a reader that is gone, and ends the process on a full disk.)
 */
export function createLogOutput(fd: number): LogOutput {
  let text = ''
  let begun: Uint8Array | null = null
  let dropped = 0

  /** @returns whether nothing is left to write */
  function send(): boolean {
    try {
      while (begun || text !== '') {
        if (!begun) [begun, text] = [Buffer.from(text), '']
        const rest: Uint8Array = begun.subarray(writeSync(fd, begun))
        begun = rest.length > 0 ? rest : null
      }
      return true
    } catch (error) {
      if (PASSING.has(codeOf(error) ?? '')) return false
      // Nobody will ever read it.
      begun = null
      text = ''
      return true
    }
  }

  setInterval(send, LATEST).unref()
  return {
    write(line) {
      if (text.length + (begun?.length ?? 0) > MOST && !send()) return void dropped++
      if (dropped > 0)
        text += `${JSON.stringify({ level: 'warn', time: new Date(), msg: `${dropped} lines of the log were dropped` })}\n`
      dropped = 0
      text += line
      if (text.length >= ENOUGH) send()
    },
    flushSync() {
      const nobody = new Int32Array(new SharedArrayBuffer(4))
      const until = performance.now() + PATIENCE
      while (!send() && performance.now() < until) Atomics.wait(nobody, 0, 0, PAUSE)
    },
  }
}
