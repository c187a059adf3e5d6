import { thumbHashToDataURL } from 'thumbhash'

/** @returns a data URL of the blurred picture, or null for an invalid base64 thumbhash */
export function placeholderUrl(thumbhash: string): string | null {
  try {
    return thumbHashToDataURL(
      Uint8Array.from(atob(thumbhash), (character) => character.charCodeAt(0)),
    )
  } catch {
    return null
  }
}
