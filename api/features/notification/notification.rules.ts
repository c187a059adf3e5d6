import { AppError } from '#api/lib/errors.ts'
import { idParser } from '#api/lib/ids.ts'
import {
  canonicalTimeZone,
  type DeliveryTimes,
  defaultHours,
  hoursPerDay,
} from './delivery.rules.ts'

export const notificationNotFound = () =>
  new AppError('NOT_FOUND', 'NOTIFICATION_NOT_FOUND', { field: 'upToId' })
export const parseNotificationId = idParser('Notification', notificationNotFound)

type Changes = { [Name in keyof DeliveryTimes]?: DeliveryTimes[Name] | null | undefined }

/**
 * The times after a change. Another delivery has its default hours unless others are given;
 * AS_IT_HAPPENS has none that could be chosen.
 * @throws AppError BAD_INPUT
 */
export function changeTimes(current: DeliveryTimes, changes: Changes): DeliveryTimes {
  const delivery = changes.delivery ?? current.delivery
  const timeZone = changes.timeZone == null ? current.timeZone : readTimeZone(changes.timeZone)
  const count = hoursPerDay[delivery]
  if (changes.hours && count !== null) {
    const hours = [...changes.hours].sort((a, b) => a - b)
    const isValid =
      hours.length === count &&
      new Set(hours).size === hours.length &&
      hours.every((hour) => hour >= 0 && hour <= 23)
    if (!isValid) throw new AppError('BAD_INPUT', 'HOURS_INVALID', { field: 'hours' })
    return { delivery, timeZone, hours }
  }
  const hours = delivery === current.delivery ? current.hours : defaultHours[delivery]
  return { delivery, timeZone, hours }
}

function readTimeZone(name: string): string {
  const timeZone = canonicalTimeZone(name)
  if (timeZone === null) throw new AppError('BAD_INPUT', 'TIME_ZONE_INVALID', { field: 'timeZone' })
  return timeZone
}
