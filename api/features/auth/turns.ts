/** Runs work by turns, so many at once; the others wait. */
export type Turns = <T>(work: () => Promise<T>) => Promise<T>

/** @param refusal what is thrown to whoever comes when so many wait already */
export function turns({ atOnce, maxWaiting, refusal }: { atOnce: number; maxWaiting: number; refusal: () => Error }): Turns {
  const waiting: (() => void)[] = []
  let running = 0
  return async (work) => {
    if (running < atOnce) running++
    else if (waiting.length < maxWaiting) await new Promise<void>((start) => waiting.push(start))
    else throw refusal()
    try {
      return await work()
    } finally {
      // Whoever is next takes this turn over, so nobody who comes now gets in between.
      const next = waiting.shift()
      if (next) next()
      else running--
    }
  }
}
