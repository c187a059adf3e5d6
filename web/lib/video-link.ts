import { isWebLink } from '#rules/links.ts'

const FILE = /\.(mp4|m4v|webm|ogv|ogg|mov)$/i

/** `file` plays in the post, `page` opens in a new tab, `invalid` is not shown. */
export function kindOfVideo(url: string): 'file' | 'page' | 'invalid' {
  if (!isWebLink(url)) return 'invalid'
  return FILE.test(new URL(url).pathname) ? 'file' : 'page'
}

/** The host without `www`. */
export function hostOf(url: string): string {
  return new URL(url).hostname.replace(/^www\./, '')
}
