import { isWebLink } from '#rules/links.ts'

const FILE = /\.(mp4|m4v|webm|ogv|ogg|mov)$/i

/** What a video's address is: a file that plays here, a page to go to, or nothing that may be shown. */
export function kindOfVideo(url: string): 'file' | 'page' | 'invalid' {
  if (!isWebLink(url)) return 'invalid'
  return FILE.test(new URL(url).pathname) ? 'file' : 'page'
}

/** The host of a link as people know it. */
export function hostOf(url: string): string {
  return new URL(url).hostname.replace(/^www\./, '')
}
