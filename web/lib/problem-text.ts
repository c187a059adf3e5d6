import { problemWith } from '#rules/field.ts'
import { reasonMessages } from '../messages/reasons.ts'
import { t } from './i18n.ts'

/** Why a value is invalid, in words; null for a valid one. */
export function problemText(...[schema, value]: Parameters<typeof problemWith>): string | null {
  const reason = problemWith(schema, value)
  return reason && t(reasonMessages[reason])
}
