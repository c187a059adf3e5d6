import type { FragmentType } from '@apollo/client'
import { LinkedPicture } from './LinkedPicture.tsx'
import { type PostMedia_PostFragment, usePostMedia_PostFragment } from './PostMedia.generated.ts'
import { UploadedPicture } from './UploadedPicture.tsx'
import { Video } from './Video.tsx'

interface PostMediaProps {
  post: FragmentType<PostMedia_PostFragment>
  author: string
  /** Whether it is on the screen when the page comes. */
  isFirst: boolean
}

/** The picture or the video of a post, if it has one. */
export function PostMedia({ post: reference, author, isFirst }: PostMediaProps) {
  const { mediaType, image, imageUrl, videoUrl } = usePostMedia_PostFragment(reference)
  const alt = image?.alt || `Picture shared by ${author}`
  if (mediaType === 'IMAGE' && image?.width && image.height)
    return (
      <UploadedPicture
        picture={{ ...image, width: image.width, height: image.height }}
        alt={alt}
        isFirst={isFirst}
      />
    )
  if (mediaType === 'IMAGE' && imageUrl) return <LinkedPicture url={imageUrl} alt={alt} />
  if (mediaType === 'VIDEO' && videoUrl) return <Video url={videoUrl} />
  return null
}
