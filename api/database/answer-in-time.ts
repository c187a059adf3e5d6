import type pg from 'pg'

type Query = (...args: unknown[]) => unknown
type Callback = (error: Error | null, ...rest: unknown[]) => void

/**
 * Has every statement of a pool fail that is not answered in time. The driver's own `query_timeout` puts another callback into a
 * query that is made already, and what that refers to outlives all small collections: each row, which took a tenth of the processor. A cursor or a stream has no time limit.
 * @param patience milliseconds
 */
export function answerInTime(pool: pg.Pool, patience: number): void {
  // Before whoever watches what comes of a statement, who so hears of this end as well.
  pool.prependListener('connect', (client) => {
    const query = client.query.bind(client) as Query
    const inTime: Query = (...args) => {
      const callback = args.at(-1)
      if (typeof callback === 'function') return query(...args.slice(0, -1), within(patience, callback as Callback))
      if (typeof (args[0] as { submit?: unknown }).submit === 'function') return query(...args)
      return new Promise((resolve, reject) => {
        query(
          ...args,
          within(patience, (error, result) => (error ? reject(error) : resolve(result))),
        )
      })
    }
    Object.assign(client, { query: inTime })
  })
}

/** Calls back once: with the answer, or with an error when that takes too long. */
function within(patience: number, callback: Callback): Callback {
  let isOver = false
  const end: Callback = (...outcome) => {
    if (isOver) return
    isOver = true
    clearTimeout(timer)
    callback(...outcome)
  }
  // In the driver's words, by which it is known.
  const timer = setTimeout(() => end(new Error('Query read timeout')), patience)
  return end
}
