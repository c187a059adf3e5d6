import type { ServerName } from '../servers/servers.ts'
import type { Measured, Round } from '../workloads/measure.ts'

export interface Spread {
  median: number
  low: number
  high: number
}

export function spreadOf(values: readonly number[]): Spread {
  const sorted = [...values].sort((a, b) => a - b)
  const middle = sorted.length / 2
  const median =
    ((sorted[Math.ceil(middle) - 1] ?? Number.NaN) + (sorted[Math.floor(middle)] ?? Number.NaN)) / 2
  return { median, low: sorted[0] ?? Number.NaN, high: sorted.at(-1) ?? Number.NaN }
}

export const perSecond = ({ requests, seconds }: Round) => requests / seconds

/** The spread of a server's rounds. */
export function spreadIn(
  { rounds }: Measured,
  server: ServerName,
  value: (round: Round) => number,
): Spread {
  return spreadOf((rounds[server] ?? []).map(value))
}

/** Compares round by round, because a disturbance of the machine affects both. */
export const ratioOf = (
  rounds: readonly Round[] = [],
  others: readonly Round[] = [],
  value: (round: Round) => number,
): Spread =>
  spreadOf(
    rounds.map(
      (round, index) => value(round) / (others[index] ? value(others[index]) : Number.NaN),
    ),
  )

/** Compares the rounds of two servers. */
export const ratioIn = (
  { rounds }: Measured,
  server: ServerName,
  other: ServerName,
  value: (round: Round) => number,
): Spread => ratioOf(rounds[server], rounds[other], value)
