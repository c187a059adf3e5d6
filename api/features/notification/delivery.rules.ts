import { LRUCache } from 'lru-cache'
import type { NotificationDelivery } from '#api/database/generated/prisma/enums.ts'

/**
 * When a person wants their groups of likes, shares and follows. With AS_IT_HAPPENS, a group is
 * added to until it is read, or until the next full hour.
 */
export interface DeliveryTimes {
  delivery: NotificationDelivery
  /** Full hours of the day in the time zone. */
  hours: readonly number[]
  /** Null: UTC. */
  timeZone: string | null
}

export const defaultTimes: DeliveryTimes = {
  delivery: 'THREE_TIMES_A_DAY',
  hours: [8, 13, 19],
  timeZone: null,
}

/** The hours of a delivery for which a person has chosen none. */
export const defaultHours: Record<NotificationDelivery, readonly number[]> = {
  AS_IT_HAPPENS: [8, 13, 19],
  THREE_TIMES_A_DAY: [8, 13, 19],
  DAILY: [8],
}

/** How many hours a delivery has. Null: any number, because it does not use them. */
export const hoursPerDay: Record<NotificationDelivery, number | null> = {
  AS_IT_HAPPENS: null,
  THREE_TIMES_A_DAY: 3,
  DAILY: 1,
}

/** Deliveries begin at a whole quarter: the offset of every time zone is a number of quarters. */
const QUARTER_MS = 15 * 60 * 1000
const HOUR_MS = 4 * QUARTER_MS
const DAY_MS = 24 * HOUR_MS
/** The most by which a clock change sets clocks back. */
const MAX_SHIFT_MS = 2 * HOUR_MS
/** Each day has a delivery. */
const MAX_STEPS = (DAY_MS + MAX_SHIFT_MS) / QUARTER_MS
const earlierQuarters = Array.from(
  { length: MAX_SHIFT_MS / QUARTER_MS },
  (_, index) => (index + 1) * QUARTER_MS,
)

/** The last delivery at or before a time, both in milliseconds since 1970. */
export function latestDelivery(times: DeliveryTimes, time: number): number {
  return findDelivery(times, Math.floor(time / QUARTER_MS) * QUARTER_MS, -QUARTER_MS)
}

/** The last delivery before another one, both in milliseconds since 1970. */
export function previousDelivery(times: DeliveryTimes, delivery: number): number {
  return latestDelivery(times, delivery - 1)
}

/** The first delivery after a time, both in milliseconds since 1970. */
export function nextDelivery(times: DeliveryTimes, time: number): number {
  return findDelivery(times, Math.floor(time / QUARTER_MS + 1) * QUARTER_MS, QUARTER_MS)
}

/** Most people share their times with many others, and reading clocks takes a millisecond. */
const found = new LRUCache<string, number>({ max: 10_000 })

function findDelivery(times: DeliveryTimes, start: number, step: number): number {
  const { delivery, hours, timeZone } = times
  const key = `${delivery} ${hours} ${timeZone} ${start} ${step}`
  const time = found.get(key) ?? walkToDelivery(times, start, step)
  found.set(key, time)
  return time
}

function walkToDelivery(times: DeliveryTimes, start: number, step: number): number {
  for (let steps = 0; steps <= MAX_STEPS; steps++) {
    const time = start + steps * step
    if (isDelivery(times, time)) return time
  }
  throw new Error('A day without a delivery')
}

/**
 * Whether an hour of a delivery begins at a time: the first time where clocks repeat it, and at the
 * end of the gap where clocks skip it.
 */
function isDelivery({ delivery, hours, timeZone }: DeliveryTimes, time: number): boolean {
  const now = localTime(time, timeZone)
  if (delivery === 'AS_IT_HAPPENS') return now % HOUR_MS === 0
  return earlierQuarters.every((quarters) => {
    const before = localTime(time - quarters, timeZone)
    return hours.some((hour) => timesBegun(hour, now) > timesBegun(hour, before))
  })
}

/** How often clocks have shown an hour since 1970. */
function timesBegun(hour: number, local: number): number {
  return Math.floor((local - hour * HOUR_MS) / DAY_MS)
}

/** By the canonical name, so that their number is bounded. */
const formats = new Map<string, Intl.DateTimeFormat>()

/** The date and time that clocks show, as milliseconds since 1970 in UTC. */
function localTime(time: number, zone: string | null): number {
  const timeZone = zone ?? 'UTC'
  let format = formats.get(timeZone)
  if (!format) {
    // Swedish dates are in the order of ISO 8601.
    format = new Intl.DateTimeFormat('sv', {
      ...{ year: 'numeric', month: '2-digit', day: '2-digit' },
      ...{ hour: '2-digit', minute: '2-digit', hourCycle: 'h23', timeZone },
    })
    formats.set(timeZone, format)
  }
  return Date.parse(`${format.format(time).replace(' ', 'T')}Z`)
}

/** The name of an IANA time zone in its canonical spelling. Null if there is no such zone. */
export function canonicalTimeZone(name: string): string | null {
  // A fixed offset is no name, and need not be a number of quarters.
  if (!/^[A-Z][\w+/-]{1,63}$/i.test(name)) return null
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone
  } catch {
    return null
  }
}
