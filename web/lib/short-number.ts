const short = new Intl.NumberFormat('en', {
  notation: 'compact',
  maximumFractionDigits: 1,
  roundingMode: 'trunc',
})
const full = new Intl.NumberFormat('en')

/** A count as it is shown: 999, 1.2k, 3.4m. Never more than there are. */
export function shortNumber(count: number): string {
  return short.format(count).toLowerCase()
}

/** A count with its noun as it is read out: "1 like", "1,234 likes". */
export function counted(count: number, noun: string): string {
  return `${full.format(count)} ${noun}${count === 1 ? '' : 's'}`
}
