import { locale } from './i18n.ts'

const short = new Intl.NumberFormat(locale, {
  notation: 'compact',
  maximumFractionDigits: 1,
  roundingMode: 'trunc',
})

/** 999, 1.2k, 3.4m; rounded down, so never more than there are. */
export function shortNumber(count: number): string {
  return short.format(count).toLowerCase()
}

const full = new Intl.NumberFormat(locale)

/** 1,234 */
export const fullNumber = (count: number) => full.format(count)
