const format = new Intl.RelativeTimeFormat('en', { numeric: 'always' })

const MINUTE = 60
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** Length of each unit in seconds, the largest first. */
const UNITS: [unit: Intl.RelativeTimeFormatUnit, seconds: number][] = [
  ['year', 365 * DAY],
  ['month', 30 * DAY],
  ['day', DAY],
  ['hour', HOUR],
  ['minute', MINUTE],
]

/** "5 minutes ago". A time in the future (a slow local clock) counts as just now. */
export function ago(date: Date, now = Date.now()): string {
  const age = (now - date.getTime()) / 1000
  for (const [unit, seconds] of UNITS)
    if (age >= seconds) return format.format(-Math.floor(age / seconds), unit)
  return 'less than a minute ago'
}
