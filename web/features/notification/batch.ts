import { differenceInCalendarDays } from 'date-fns/differenceInCalendarDays'
import { fullDate } from '../../lib/dates.ts'
import { t } from '../../lib/i18n.ts'
import { notificationMessages } from '../../messages/notifications.ts'

const NOON = 12
const EVENING = 18

/** The heading above notifications that were delivered at a time, such as "This morning". */
export function batchTitle(at: Date, now = new Date()): string {
  const days = differenceInCalendarDays(now, at)
  if (days > 1) return fullDate(at)
  if (days === 1) return t(notificationMessages.yesterday)
  if (at.getHours() < NOON) return t(notificationMessages.thisMorning)
  return t(
    at.getHours() < EVENING ? notificationMessages.thisAfternoon : notificationMessages.thisEvening,
  )
}

/** Divides a list, newest first, where the heading changes. */
export function batchesOf<Item extends { createdAt: string }>(items: readonly Item[]) {
  const batches: { title: string; items: Item[] }[] = []
  for (const item of items) {
    const title = batchTitle(new Date(item.createdAt))
    const last = batches.at(-1)
    if (last?.title === title) last.items.push(item)
    else batches.push({ title, items: [item] })
  }
  return batches
}
