/** Slows down clients that retry at once: their rejections would cost more than served requests. */
const DELAY_MS = 200
/** Rejections are sent in batches, which wake a client once instead of once for each. */
const BATCH_INTERVAL_MS = 50
/** 2,500 rejections a second take about a quarter of a core. */
const MAX_BATCH_SIZE = 125
/** The maximum number of connections. Beyond it, the oldest rejections are sent at once. */
const MAX_DELAYED = 10_000

/** Delays rejections, for longer the more there are. */
export function delayRejections<Rejection>(
  send: (rejection: Rejection) => void,
): (rejection: Rejection) => void {
  let delayed: { rejection: Rejection; since: number }[] = []

  function sendBatch() {
    const due = performance.now() - DELAY_MS
    let count = Math.max(0, delayed.length - MAX_DELAYED)
    const max = count + MAX_BATCH_SIZE
    while (count < max && (delayed[count]?.since ?? Number.POSITIVE_INFINITY) <= due) count++
    const batch = delayed.slice(0, count)
    delayed = delayed.slice(count)
    if (delayed.length > 0) setTimeout(sendBatch, BATCH_INTERVAL_MS)
    for (const { rejection } of batch) send(rejection)
  }

  return (rejection) => {
    const length = delayed.push({ rejection, since: performance.now() })
    if (length === 1) setTimeout(sendBatch, BATCH_INTERVAL_MS)
  }
}
