import { i18n, type MessageDescriptor } from '@lingui/core'
import { TransNoContext } from '@lingui/react/server'
import type { ReactElement } from 'react'

interface RichTextProps {
  message: MessageDescriptor
  /** The elements for the tags of the message, by name: `<time>` is `elements.time`. */
  elements: Record<string, ReactElement>
}

/**
 * Text that people wrote is shown as it is: Lingui reads `<b>` in a text as a tag, but not in other
 * nodes.
 */
const literal = (values: Record<string, unknown>) =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      typeof value === 'string' && value.includes('<') ? [value] : value,
    ]),
  )

/** A message with elements inside its sentence. */
export function RichText({ message: { id, message, values }, elements }: RichTextProps) {
  return (
    <TransNoContext
      lingui={{ i18n }}
      id={id}
      {...(message !== undefined && { message })}
      {...(values && { values: literal(values) })}
      components={elements}
    />
  )
}
