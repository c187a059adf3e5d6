import mimeTypes from 'mime-types'
import type { Addresses } from './addresses.ts'
import type { FeedFilePostFragment } from './documents/feed-file.generated.ts'

/** A picture or video of a post. */
export interface Attachment {
  url: string
  /** The media type. */
  type: string
  /** The author's description. */
  title: string | null
}

/**
 * The media of a post. Leaves out links whose address does not tell their type, such as those to a
 * page with a video.
 */
export function attachmentsOf(
  { image, videoUrl }: Pick<FeedFilePostFragment, 'image' | 'videoUrl'>,
  { absolute }: Pick<Addresses, 'absolute'>,
): Attachment[] {
  const found = [
    image && { url: absolute(image.url), title: image.alt, kind: 'image/' },
    videoUrl && { url: videoUrl, title: null, kind: 'video/' },
  ]
  return found.flatMap((media) => {
    if (!media) return []
    const { url, title, kind } = media
    const type = mimeTypes.lookup(new URL(url).pathname) || ''
    return type.startsWith(kind) ? [{ url, type, title }] : []
  })
}
