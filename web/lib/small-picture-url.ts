import { isUploadPath } from '#rules/links.ts'

/** The small rendition of an uploaded picture, for avatars; a linked picture has only one size. */
export const smallPictureUrl = (url: string) =>
  isUploadPath(url) ? url.replace(/\.webp$/, '-small.webp') : url
