import { postPath, profilePath } from '#rules/paths.ts'

/** The formats of feed files, by the ending of their address. */
export const feedTypes = { atom: 'application/atom+xml', json: 'application/feed+json' } as const
export type FeedFormat = keyof typeof feedTypes

export const SITE_NAME = 'Good Vibes'
export const OEMBED_PATH = '/oembed'
export const SITEMAP_PATH = '/sitemap.xml'

/** @param owner the username of a profile; null for the posts of everyone */
export function feedPath(format: FeedFormat, owner: string | null): string {
  return `${owner === null ? '' : profilePath(owner)}/feed.${format}`
}

/** @param number from 1 */
export function sitemapFilePath(number: number): string {
  return `/sitemap/${number}.xml`
}

/** Absolute addresses, as other programs need them. */
export function createAddresses({ publicUrl }: { publicUrl: string }) {
  /** @param link a path of this host, or the address of a linked picture or video */
  const absolute = (link: string) => new URL(link, `${publicUrl}/`).href
  return {
    absolute,
    post: (post: { id: string }) => absolute(postPath(post)),
    /** The profile at its username, as the pages link to it. */
    profile: ({ username }: { username: string }) => absolute(profilePath(username)),
    feed: (format: FeedFormat, owner: string | null) => absolute(feedPath(format, owner)),
    oembed: (page: string) => absolute(`${OEMBED_PATH}?${new URLSearchParams({ url: page })}`),
  }
}
export type Addresses = ReturnType<typeof createAddresses>
