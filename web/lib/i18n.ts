import { i18n, type MessageDescriptor } from '@lingui/core'

/** The only locale that ships. Text, numbers and dates follow it. */
export const locale = 'en'
/** The order of day, month and year. */
export const dateLocale = 'en-GB'

// Each file of web/messages loads its own catalogue.
i18n.load(locale, {})
i18n.activate(locale)

/** The text of a message of web/messages, with its values filled in. */
export const t = (message: MessageDescriptor): string => i18n._(message)
