import * as z from 'zod/mini'
import type { FixedReason } from '#rules/reasons.ts'
import type { UpdateNotificationSettingsInput } from '../../apollo/schema.generated.ts'
import { ON } from '../../ui/ChoiceField.tsx'
import type { NotificationSettings_SettingsFragment } from './NotificationSettings.generated.ts'

export const switches = ['likes', 'shares', 'follows', 'replies', 'thanks', 'weeklyEmail'] as const
export const deliveries = ['THREE_TIMES_A_DAY', 'DAILY', 'AS_IT_HAPPENS'] as const
/** The first has the name of the input's field, so that it shows the server's error. */
export const hourFields = ['hours', 'hour2', 'hour3'] as const

/** When a person has chosen no hours, as on the server. */
const DEFAULT_HOURS = [8, 13, 19]
const [DEFAULT_HOUR] = DEFAULT_HOURS

type Settings = NotificationSettings_SettingsFragment
type Name =
  | 'delivery'
  | 'hour'
  | 'isLocalZone'
  | (typeof switches)[number]
  | (typeof hourFields)[number]
export type SettingsValues = Record<Name, string>

export function valuesOf(settings: Settings): SettingsValues {
  const { delivery, hours: stored } = settings
  const [hours, hour2, hour3] = (stored.length === 3 ? stored : DEFAULT_HOURS).map(String)
  const hour = String(stored.length === 1 ? stored[0] : DEFAULT_HOUR)
  const states = switches.map((name) => [name, settings[name] ? ON : ''])
  return { delivery, hours, hour2, hour3, hour, isLocalZone: '', ...Object.fromEntries(states) }
}

/** @param localZone the time zone of the browser */
export function inputOf(
  values: SettingsValues,
  localZone: string,
): UpdateNotificationSettingsInput {
  const delivery = values.delivery as Settings['delivery']
  const hours = {
    THREE_TIMES_A_DAY: hourFields.map((name) => Number(values[name])),
    DAILY: [Number(values.hour)],
    AS_IT_HAPPENS: undefined,
  }[delivery]
  return {
    delivery,
    ...(hours && { hours }),
    ...(values.isLocalZone === ON && { timeZone: localZone }),
    ...Object.fromEntries(switches.map((name) => [name, values[name] === ON])),
  }
}

const text = z.string()

export const settingsSchema = z
  .object({ delivery: text, hours: text, hour2: text, hour3: text })
  .check(
    z.refine(
      ({ delivery, hours, hour2, hour3 }) =>
        delivery !== 'THREE_TIMES_A_DAY' || new Set([hours, hour2, hour3]).size === 3,
      { path: ['hours'], error: 'HOURS_INVALID' satisfies FixedReason },
    ),
  )
