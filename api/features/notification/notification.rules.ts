import { AppError } from '#api/lib/errors.ts'
import { fromPublicId } from '#api/lib/ids.ts'
import { type DeliveryTimes, defaultHours, hoursPerDay, isTimeZone } from './delivery.rules.ts'

export const notificationNotFound = () =>
  new AppError('NOT_FOUND', 'NOTIFICATION_NOT_FOUND', { field: 'upToId' })

/** @throws AppError NOT_FOUND */
export function parseNotificationId(publicId: string): string {
  const key = fromPublicId(publicId)
  if (key?.type !== 'Notification') throw notificationNotFound()
  return key.uuid
}

type Changes = { [Name in keyof DeliveryTimes]?: DeliveryTimes[Name] | null | undefined }

/**
 * The times after a change. Hours that do not fit another delivery become its default ones.
 * @throws AppError BAD_INPUT
 */
export function changeTimes(current: DeliveryTimes, changes: Changes): DeliveryTimes {
  const delivery = changes.delivery ?? current.delivery
  const timeZone = changes.timeZone ?? current.timeZone
  if (changes.timeZone != null && !isTimeZone(changes.timeZone))
    throw new AppError('BAD_INPUT', 'TIME_ZONE_INVALID', { field: 'timeZone' })
  const count = hoursPerDay[delivery]
  if (changes.hours) {
    const hours = [...changes.hours].sort((a, b) => a - b)
    const isValid =
      (count === null ? [1, 3].includes(hours.length) : hours.length === count) &&
      new Set(hours).size === hours.length &&
      hours.every((hour) => hour >= 0 && hour <= 23)
    if (!isValid) throw new AppError('BAD_INPUT', 'HOURS_INVALID', { field: 'hours' })
    return { delivery, timeZone, hours }
  }
  const fits = count === null || current.hours.length === count
  return { delivery, timeZone, hours: fits ? current.hours : defaultHours[delivery] }
}
