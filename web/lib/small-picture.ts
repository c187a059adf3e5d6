import { isUploadPath } from '#rules/links.ts'

/** The rendition that is large enough for an avatar, of a picture that was uploaded; a linked one has none. */
export const smallPicture = (url: string) =>
  isUploadPath(url) ? url.replace(/\.webp$/, '-small.webp') : url
