import * as z from 'zod/mini'
import { isVisible } from './blank.ts'
import { cleanedString, maxCharacters, notBlank } from './field.ts'
import { limits } from './limits.ts'
import { isUploadPath, isWebLink } from './links.ts'
import type { FixedReason } from './reasons.ts'
import { cleanLine, cleanName, cleanText } from './text.ts'

// The sign-in page imports account-fields.ts alone, to stay small.
export * from './account-fields.ts'

export const postContent = cleanedString(cleanText, 'POST_EMPTY').check(
  notBlank('POST_EMPTY'),
  maxCharacters(limits.postLength, 'POST_TOO_LONG'),
)
export const bio = cleanedString(cleanText, 'BIO_TOO_LONG').check(
  maxCharacters(limits.bioLength, 'BIO_TOO_LONG'),
)
/** Empty unless a character is visible. */
const visibleText = (text: string) => (isVisible(text) ? cleanText(text) : '')
export const shareComment = cleanedString(visibleText, 'SHARE_COMMENT_TOO_LONG').check(
  maxCharacters(limits.shareCommentLength, 'SHARE_COMMENT_TOO_LONG'),
)
export const thanksText = cleanedString(cleanText, 'THANKS_EMPTY').check(
  notBlank('THANKS_EMPTY'),
  maxCharacters(limits.thanksLength, 'THANKS_TOO_LONG'),
)
export const reportDetails = cleanedString(cleanText, 'REPORT_DETAILS_TOO_LONG').check(
  maxCharacters(limits.reportDetailsLength, 'REPORT_DETAILS_TOO_LONG'),
)
export const moderationNote = cleanedString(cleanText, 'NOTE_EMPTY').check(
  notBlank('NOTE_EMPTY'),
  maxCharacters(limits.moderationNoteLength, 'NOTE_TOO_LONG'),
)
export const appealText = cleanedString(cleanText, 'APPEAL_EMPTY').check(
  notBlank('APPEAL_EMPTY'),
  maxCharacters(limits.appealLength, 'APPEAL_TOO_LONG'),
)
export const apiTokenName = cleanedString(cleanName, 'TOKEN_NAME_EMPTY').check(
  notBlank('TOKEN_NAME_EMPTY'),
  maxCharacters(limits.apiTokenNameLength, 'TOKEN_NAME_TOO_LONG'),
)
export const imageAlt = cleanedString(cleanText, 'IMAGE_ALT_TOO_LONG').check(
  maxCharacters(limits.imageAltLength, 'IMAGE_ALT_TOO_LONG'),
)

const webLink = (reason: FixedReason) =>
  cleanedString((value) => value.trim(), reason).check(z.refine(isWebLink, reason))
const webLinkOrUpload = (reason: FixedReason) =>
  cleanedString((value) => value.trim(), reason).check(
    z.refine((value) => isWebLink(value) || isUploadPath(value), reason),
  )

export const imageUrl = webLinkOrUpload('IMAGE_URL_INVALID')
export const avatarUrl = webLinkOrUpload('IMAGE_URL_INVALID')
export const videoUrl = webLink('VIDEO_URL_INVALID')

export const searchQuery = cleanedString(cleanLine, 'QUERY_EMPTY').check(
  notBlank('QUERY_EMPTY'),
  maxCharacters(limits.queryLength, 'QUERY_TOO_LONG'),
)
