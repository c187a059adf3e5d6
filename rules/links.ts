import { BLANK_GLYPHS } from './blank-glyphs.ts'
import { limits } from './limits.ts'
import { fitsBytes } from './text.ts'

/**
 * Invisible characters and blanks, which could make a link look like another one.
 * A link may contain them percent-encoded.
 */
const INVISIBLE_OR_BLANK = new RegExp(
  String.raw`[\p{Cc}\p{Cf}\p{Cs}\p{Default_Ignorable_Code_Point}${BLANK_GLYPHS}[\p{Z}--\x20]]`,
  'v',
)

/** Browsers read links without `//` as parts of the site, and a backslash as a slash. */
const WEB_LINK = /^https?:\/\/[^/\\][^\\]*$/i

/** Whether a text is an absolute http(s) URL without credentials, within the limit in bytes. */
export function isWebLink(text: string): boolean {
  const isReadable = fitsBytes(text, limits.linkLength) && !INVISIBLE_OR_BLANK.test(text)
  if (!isReadable || !WEB_LINK.test(text) || !URL.canParse(text)) return false
  const { username, password } = new URL(text)
  return username === '' && password === ''
}

const UPLOAD_PATH = /^\/media\/[0-9a-f]{64}\.webp$/

/** Whether a text is the path of an upload on this host. The server checks its owner. */
export function isUploadPath(text: string): boolean {
  return UPLOAD_PATH.test(text)
}

/** A scheme, `www.`, or a name like `example.org` with a common ending or a path. */
const LINK =
  /\p{L}:\/\/|\bwww\.|[\p{L}\d]\.(com|net|org|io|info|dev|xyz|ru|cn|gg|tv|uk|de)\b|[\p{L}\d]\.\p{L}{2,}\//iu

/** Whether a text contains something that people read as the address of a website. */
export function hasLink(text: string): boolean {
  return LINK.test(text.normalize('NFKC').replace(/\p{Default_Ignorable_Code_Point}/gu, ''))
}
