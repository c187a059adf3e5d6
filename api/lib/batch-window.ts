/** So many are worth a run; with more at once there would be nothing left to do beside it. */
const ENOUGH = 16

/**
 * Requests that came in together are read one after the other, some of them in the next turn of the loop: as long as each brings more, it is waited for.
 * @param count how many there are by now
 * @param most with so many there is nothing to wait for
 */
export function afterBatchWindow(count: () => number, most: number, go: () => void): void {
  const enough = Math.min(most, ENOUGH)
  let before = 0
  function look() {
    const now = count()
    if (now <= before || now >= enough) return go()
    before = now
    setImmediate(look)
  }
  setImmediate(look)
}
