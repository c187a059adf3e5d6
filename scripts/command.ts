import { messageOf } from '#api/lib/operator-error.ts'

/** Runs a command; what goes wrong is said without a stack, and the exit code is 1. */
export async function command(work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } catch (error) {
    console.error(messageOf(error))
    process.exit(1)
  }
}
