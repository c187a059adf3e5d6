/** Background work that the process cannot do without: its failure is an uncaught exception, and so ends the process in order. */
export function essential<Result>(work: Promise<Result>): Promise<Result> {
  work.catch((error: unknown) => {
    process.nextTick(() => {
      throw error
    })
  })
  return work
}
