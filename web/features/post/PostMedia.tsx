import type { FragmentType } from '@apollo/client'
import { t } from '../../lib/i18n.ts'
import { postMessages } from '../../messages/post.ts'
import { FailedPart } from '../../ui/FailedPart.tsx'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { LinkedPicture } from './LinkedPicture.tsx'
import { type PostMedia_PostFragment, usePostMedia_PostFragment } from './PostMedia.generated.ts'
import { UploadedPicture } from './UploadedPicture.tsx'

const Video = lazyPart(() => import('./Video.tsx'), {
  loading: <Skeleton w="full" mt="3" aspectRatio="16 / 9" borderRadius="card" />,
  failed: (_props, retry) => <FailedPart onRetry={retry} />,
})

interface PostMediaProps {
  post: FragmentType<PostMedia_PostFragment>
  author: string
  /** Whether the picture is on the first screen. */
  isEager: boolean
}

/** The picture or video of a post, if any. */
export function PostMedia({ post: reference, author, isEager }: PostMediaProps) {
  const { mediaType, image, imageUrl, videoUrl } = usePostMedia_PostFragment(reference)
  const alt = image?.alt || t(postMessages.photoBy(author))
  if (mediaType === 'IMAGE' && image?.width && image.height)
    return (
      <UploadedPicture
        picture={{ ...image, width: image.width, height: image.height }}
        alt={alt}
        isEager={isEager}
      />
    )
  if (mediaType === 'IMAGE' && imageUrl) return <LinkedPicture url={imageUrl} alt={alt} />
  if (mediaType === 'VIDEO' && videoUrl) return <Video url={videoUrl} />
  return null
}
