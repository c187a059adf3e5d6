/** A run of this size is worth starting. Waiting for more would leave the CPU idle meanwhile. */
const BATCH_TARGET = 16

/**
 * Waits for requests that arrived together: Node parses some of them in the next turn of the event
 * loop. Calls `run` once a turn adds nothing, or the batch is large enough.
 * @param count current size of the batch
 * @param maxSize size at which `run` is called without further waiting
 */
export function afterBatchWindow(count: () => number, maxSize: number, run: () => void): void {
  const target = Math.min(maxSize, BATCH_TARGET)
  let previous = 0
  function check() {
    const current = count()
    if (current <= previous || current >= target) return run()
    previous = current
    setImmediate(check)
  }
  setImmediate(check)
}
