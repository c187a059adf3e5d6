import { InvalidArgumentError } from 'commander'

/** Parses an argument that is a whole number from 1. */
export function wholeNumber(max = Number.POSITIVE_INFINITY): (argument: string) => number {
  return (argument) => {
    const count = Number(argument)
    if (Number.isInteger(count) && count >= 1 && count <= max) return count
    throw new InvalidArgumentError(
      `Enter a number from 1${Number.isFinite(max) ? ` to ${max}` : ''}.`,
    )
  }
}
