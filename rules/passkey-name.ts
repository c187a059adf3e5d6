import { cleanedString, maxCharacters, notBlank } from './field.ts'
import { limits } from './limits.ts'
import { cleanName } from './text.ts'

export const passkeyName = cleanedString(cleanName, 'PASSKEY_NAME_EMPTY').check(
  notBlank('PASSKEY_NAME_EMPTY'),
  maxCharacters(limits.passkeyNameLength, 'PASSKEY_NAME_TOO_LONG'),
)
