import * as z from 'zod/mini'
import { cleanedString, maxCharacters } from './field.ts'
import { fieldMessages } from './field-messages.ts'
import { limits } from './limits.ts'
import { isUploadPath, isWebLink } from './links.ts'
import { messages } from './messages.ts'
import { cleanLine, cleanText, isVisible } from './text.ts'

// The sign-in page imports account-fields.ts alone, to stay small.
export * from './account-fields.ts'

export const postContent = cleanedString(cleanText).check(
  z.refine(isVisible, { error: messages.postEmpty, abort: true }),
  maxCharacters(limits.postLength, messages.postTooLong),
)
export const bio = cleanedString(cleanText).check(
  maxCharacters(limits.bioLength, fieldMessages.bioTooLong),
)
export const imageAlt = cleanedString(cleanText).check(
  maxCharacters(limits.imageAltLength, fieldMessages.imageAltTooLong),
)

const webLink = (message: string) =>
  cleanedString((value) => value.trim()).check(z.refine(isWebLink, message))
const webLinkOrUpload = (message: string) =>
  cleanedString((value) => value.trim()).check(
    z.refine((value) => isWebLink(value) || isUploadPath(value), message),
  )

export const imageUrl = webLinkOrUpload(messages.imageUrlInvalid)
export const avatarUrl = webLinkOrUpload(messages.imageUrlInvalid)
export const videoUrl = webLink(messages.videoUrlInvalid)

export const searchQuery = cleanedString(cleanLine).check(
  z.refine(isVisible, { error: fieldMessages.queryEmpty, abort: true }),
  maxCharacters(limits.queryLength, fieldMessages.queryTooLong),
)
