import { limits } from './limits.ts'

/**
 * What would make a link look like another one: direction marks, other invisible characters and blanks. URL readers drop
 * some of them. A link can still have them percent-encoded.
 */
const UNFIT = /[\p{Cc}\p{Cf}\p{Cs}\p{Default_Ignorable_Code_Point}\u2800[\p{Z}--\x20]]/v

/** Whether a text is a link that may be shown: absolute, http or https, no credentials in it, short enough. */
export function isWebLink(text: string): boolean {
  if (text.length > limits.linkLength || UNFIT.test(text) || !URL.canParse(text)) return false
  const url = new URL(text)
  return (
    ['http:', 'https:'].includes(url.protocol) &&
    url.hostname !== '' &&
    url.username === '' &&
    url.password === ''
  )
}

const UPLOAD_PATH = /^\/media\/[0-9a-f]{64}\.webp$/

/** Whether a text is the address of an uploaded picture on this host. Whose it is, the server decides. */
export function isUploadPath(text: string): boolean {
  return UPLOAD_PATH.test(text)
}
