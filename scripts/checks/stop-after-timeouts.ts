import { beforeEach } from 'vitest'

/** A file that hangs would otherwise wait for each of its tests. */
const MAX_TIMEOUTS = 3
const TIMEOUT = /^(Test|Hook) timed out in /
const POLL_TIMEOUT = 'Matcher did not succeed in time.'

// A setup file: it is evaluated for each test file.
let timeouts = 0

beforeEach(({ onTestFailed }) => {
  if (timeouts >= MAX_TIMEOUTS)
    throw new Error(`Not run: ${MAX_TIMEOUTS} tests of this file timed out.`)
  onTestFailed(({ task }) => {
    if (task.result?.errors?.some(isTimeout)) timeouts++
  })
})

function isTimeout({ message, cause }: { message: string; cause?: unknown }): boolean {
  const reason = (cause as { message?: string } | undefined)?.message
  return TIMEOUT.test(message) || reason === POLL_TIMEOUT
}
