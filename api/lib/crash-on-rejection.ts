/** For background work that the process needs: a rejection becomes an uncaught exception. */
export function crashOnRejection<Result>(work: Promise<Result>): Promise<Result> {
  work.catch((error: unknown) => {
    process.nextTick(() => {
      throw error
    })
  })
  return work
}
