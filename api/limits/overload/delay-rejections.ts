/** Milliseconds. Who asks again as soon as there is an answer would take more time with that than those who are served. */
const PAUSE = 200
/** Milliseconds. What is let go of together wakes whoever receives the answers once, and not for each. */
const BETWEEN_ROUNDS = 50
/** However many are waiting: 2,500 a second take a quarter of a processor's time with all that belongs to a request. */
const MOST_IN_A_ROUND = 125
/** As many as there can be connections. Beyond that the oldest do not wait. */
const MOST_PAUSING = 10_000

/** Keeps things back for a while, and the longer the more there are. */
export function delayRejections<Item>(letGo: (item: Item) => void): (item: Item) => void {
  let pausing: { item: Item; since: number }[] = []

  function round() {
    const due = performance.now() - PAUSE
    let count = Math.max(0, pausing.length - MOST_PAUSING)
    const most = count + MOST_IN_A_ROUND
    while (count < most && (pausing[count]?.since ?? Number.POSITIVE_INFINITY) <= due) count++
    const released = pausing.slice(0, count)
    pausing = pausing.slice(count)
    if (pausing.length > 0) setTimeout(round, BETWEEN_ROUNDS)
    for (const { item } of released) letGo(item)
  }

  return (item) => {
    if (pausing.push({ item, since: performance.now() }) === 1) setTimeout(round, BETWEEN_ROUNDS)
  }
}
