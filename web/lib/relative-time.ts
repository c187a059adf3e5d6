const words = new Intl.RelativeTimeFormat('en', { numeric: 'always' })

const MINUTE = 60
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** From which age in seconds each unit is told, and how many seconds it is; the largest first. */
const UNITS: [unit: Intl.RelativeTimeFormatUnit, seconds: number][] = [
  ['year', 365 * DAY],
  ['month', 30 * DAY],
  ['day', DAY],
  ['hour', HOUR],
  ['minute', MINUTE],
]

/** How long ago something was: "5 minutes ago". A clock that is behind the server's makes nothing of the future. */
export function ago(date: Date, now = Date.now()): string {
  const age = (now - date.getTime()) / 1000
  for (const [unit, seconds] of UNITS)
    if (age >= seconds) return words.format(-Math.floor(age / seconds), unit)
  return 'less than a minute ago'
}
