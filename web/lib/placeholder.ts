import { thumbHashToDataURL } from 'thumbhash'

/** A thumbhash in base64 as the address of a small blurred picture; null when it is none. */
export function placeholderUrl(thumbhash: string): string | null {
  try {
    return thumbHashToDataURL(
      Uint8Array.from(atob(thumbhash), (character) => character.charCodeAt(0)),
    )
  } catch {
    return null
  }
}
