import { minutesInDay, minutesInHour, minutesInMonth, minutesInYear } from 'date-fns/constants'
import { differenceInMinutes } from 'date-fns/differenceInMinutes'
import { type IntlFormatFormatOptions, intlFormat } from 'date-fns/intlFormat'
import { dateMessages } from '../messages/dates.ts'
import { dateLocale, t } from './i18n.ts'

const units = [
  ['year', minutesInYear],
  ['month', minutesInMonth],
  ['day', minutesInDay],
  ['hour', minutesInHour],
  ['minute', 1],
] as const

// date-fns counts, and the browser has the text: a locale of date-fns would add 3 KB to the feed.
const relative = new Intl.RelativeTimeFormat(dateLocale)

/** "5 minutes ago", rounded down. A time in the future (a slow local clock) counts as just now. */
export function timeAgo(date: Date, now = Date.now()): string {
  const minutes = differenceInMinutes(now, date)
  const unit = units.find(([, length]) => minutes >= length)
  if (!unit) return t(dateMessages.justNow)
  const [name, length] = unit
  return relative.format(-Math.floor(minutes / length), name)
}

// The browser's formats: those of date-fns and its locale would add 8 KB to the feed's script.
const formatBy = (options: IntlFormatFormatOptions) => (date: Date) =>
  intlFormat(date, options, { locale: dateLocale })

/** "4 March 2026" */
export const fullDate = formatBy({ dateStyle: 'long' })

/** "4 March 2026 at 17:05" */
export const fullDateTime = formatBy({ dateStyle: 'long', timeStyle: 'short' })

/** "March 2026" */
export const monthAndYear = formatBy({ month: 'long', year: 'numeric' })
