import { messageOf } from '#api/lib/operator-error.ts'

/** Runs a command. An error prints its message without a stack, and exits with code 1. */
export async function command(work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } catch (error) {
    console.error(messageOf(error))
    process.exit(1)
  }
}
