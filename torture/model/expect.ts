import type { Command } from './commands.ts'

export function expectStatus(command: Command, status: number, allowed: readonly number[]) {
  if (!allowed.includes(status))
    fail(command, `the status is ${status} instead of ${allowed.join(' or ')}`)
}

export function fail({ action, user, device }: Command, problem: string): never {
  throw new Error(`User ${user} on device ${device}, ${action}: ${problem}.`)
}

export function expectEqual(what: string, actual: unknown, expected: unknown) {
  const [a, b] = [JSON.stringify(actual, null, 1), JSON.stringify(expected, null, 1)]
  if (a !== b) throw new Error(`${what} is ${a} instead of ${b}.`)
}

/** By id, so that lists of any order compare equal. */
export const sorted = <Row extends { id: string }>(rows: readonly Row[]) =>
  [...rows].sort((a, b) => (a.id < b.id ? -1 : 1))
