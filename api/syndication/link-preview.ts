import { smallPictureSize } from '#api/features/media/media.rules.ts'
import { type Addresses, SITE_NAME } from './addresses.ts'
import type { PreviewedPost, PreviewedUser } from './preview.read.ts'

export interface PreviewImage {
  url: string
  alt: string
  /** In pixels; null for the picture of another host. */
  size: { width: number; height: number } | null
  /** The smaller size of an upload. */
  small: { url: string; width: number; height: number } | null
}

/** What other sites show of a page that someone links to. */
export interface LinkPreview {
  /** The page's canonical address. */
  url: string
  title: string
  text: string
  author: { name: string; url: string }
  /** The picture of a post. */
  photo: PreviewImage | null
  /** The author's picture. */
  avatar: string | null
}

export function postPreview(post: PreviewedPost, addresses: Addresses): LinkPreview {
  const { author, content, image } = post
  const name = nameOf(author)
  return {
    url: addresses.post(post),
    title: name,
    text: content,
    author: { name, url: addresses.profile(author) },
    photo: image && {
      url: addresses.absolute(image.url),
      alt: image.alt ?? '',
      ...sizesOf(image, addresses),
    },
    avatar: avatarOf(author, addresses),
  }
}

export function profilePreview(user: PreviewedUser, addresses: Addresses): LinkPreview {
  const name = nameOf(user)
  const url = addresses.profile(user)
  return {
    url,
    title: name,
    text: user.bio ?? `${user.displayName} is on ${SITE_NAME}.`,
    author: { name, url },
    photo: null,
    avatar: avatarOf(user, addresses),
  }
}

type Named = Pick<PreviewedUser, 'displayName' | 'username' | 'avatar'>

const nameOf = ({ displayName, username }: Named) => `${displayName} (@${username})`

const avatarOf = ({ avatar }: Named, { absolute }: Addresses) =>
  avatar === null ? null : absolute(avatar)

function sizesOf(
  { width, height, smallUrl }: NonNullable<PreviewedPost['image']>,
  { absolute }: Addresses,
): Pick<PreviewImage, 'size' | 'small'> {
  if (width === null || height === null || smallUrl === null) return { size: null, small: null }
  const size = { width, height }
  return { size, small: { url: absolute(smallUrl), ...smallPictureSize(size) } }
}
