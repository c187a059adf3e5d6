import { type Addresses, SITE_NAME } from './addresses.ts'
import type { LinkPreview, PreviewImage } from './link-preview.ts'

/** The largest picture that the embedding site can show, in pixels. */
export interface OembedLimits {
  maxWidth: number
  maxHeight: number
}

interface Picture {
  url: string
  width: number
  height: number
}

/**
 * An oEmbed response: a photo if the post has an upload that fits, and a link otherwise. There is
 * no HTML to embed, because no page of this host can be framed.
 */
export function oembed(
  { url, title, author, photo }: LinkPreview,
  limits: OembedLimits,
  { absolute }: Addresses,
) {
  const picture = pictureWithin(photo, limits)
  const common = {
    version: '1.0',
    title,
    author_name: author.name,
    author_url: author.url,
    provider_name: SITE_NAME,
    provider_url: absolute('/'),
    web_page: url,
  }
  return picture ? { type: 'photo', ...common, ...picture } : { type: 'link', ...common }
}

/** The largest size of an upload within the limits. */
function pictureWithin(
  photo: PreviewImage | null,
  { maxWidth, maxHeight }: OembedLimits,
): Picture | null {
  if (!photo?.size || !photo.small) return null
  const sizes: Picture[] = [{ url: photo.url, ...photo.size }, photo.small]
  return sizes.find(({ width, height }) => width <= maxWidth && height <= maxHeight) ?? null
}
