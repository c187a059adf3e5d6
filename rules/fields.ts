import * as z from 'zod/mini'
import { text, within } from './field.ts'
import { fieldMessages } from './field-messages.ts'
import { limits } from './limits.ts'
import { isUploadPath, isWebLink } from './links.ts'
import { messages } from './messages.ts'
import { cleanLine, cleanText, isVisible } from './text.ts'

// A page that needs no other field imports them from there.
export * from './account-fields.ts'

export const postContent = text(cleanText).check(
  z.refine(isVisible, { error: messages.postEmpty, abort: true }),
  within(limits.postLength, messages.postTooLong),
)
export const bio = text(cleanText).check(within(limits.bioLength, fieldMessages.bioTooLong))
export const imageAlt = text(cleanText).check(
  within(limits.imageAltLength, fieldMessages.imageAltTooLong),
)

const link = (message: string) => text((value) => value.trim()).check(z.refine(isWebLink, message))
const picture = (message: string) =>
  text((value) => value.trim()).check(
    z.refine((value) => isWebLink(value) || isUploadPath(value), message),
  )

export const imageUrl = picture(messages.imageUrlInvalid)
export const avatarUrl = picture(messages.imageUrlInvalid)
export const videoUrl = link(messages.videoUrlInvalid)

export const searchQuery = text(cleanLine).check(
  z.refine(isVisible, { error: fieldMessages.queryEmpty, abort: true }),
  within(limits.queryLength, fieldMessages.queryTooLong),
)
