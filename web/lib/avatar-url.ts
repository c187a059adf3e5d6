import { isUploadPath } from '#rules/links.ts'

/**
 * The rendition of an uploaded picture for an avatar; a linked picture has only one size.
 * @param isLarge whether the avatar is larger than in lists
 */
export const avatarUrl = (url: string, isLarge: boolean) =>
  isUploadPath(url) ? url.replace(/\.webp$/, isLarge ? '-small.webp' : '-thumb.webp') : url
