import type { MessageDescriptor } from '@lingui/core'
import { reasonMessages } from '../messages/reasons.ts'
import { t } from './i18n.ts'
import type { Explained } from './problem.ts'

const known: Readonly<Record<string, MessageDescriptor>> = reasonMessages

/** The catalogue's text for a reason that this client knows, else the message. */
export function reasonText({ reason, message }: Explained): string {
  const text = reason && Object.hasOwn(known, reason) ? known[reason] : undefined
  return text ? t(text) : message
}
