const short = new Intl.NumberFormat('en', {
  notation: 'compact',
  maximumFractionDigits: 1,
  roundingMode: 'trunc',
})
const full = new Intl.NumberFormat('en')

/** 999, 1.2k, 3.4m; rounded down, so never more than there are. */
export function shortNumber(count: number): string {
  return short.format(count).toLowerCase()
}

/** "1 like", "1,234 likes", for screen readers. */
export function pluralize(count: number, noun: string): string {
  return `${full.format(count)} ${noun}${count === 1 ? '' : 's'}`
}
