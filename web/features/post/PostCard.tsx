import type { FragmentType } from '@apollo/client'
import { chakra } from '@chakra-ui/react'
import Share2 from 'lucide-react/icons/share-2'
import type { ReactNode } from 'react'
import { profilePath } from '#rules/paths.ts'
import { IconCount } from '../../ui/IconCount.tsx'
import { Link } from '../../ui/Link.tsx'
import { RelativeTime } from '../../ui/RelativeTime.tsx'
import { LikeButton } from '../like/LikeButton.tsx'
import { useViewer } from '../user/viewer.ts'
import { type PostCard_PostFragment, usePostCard_PostFragment } from './PostCard.generated.ts'
import { PostFrame } from './PostFrame.tsx'
import { PostMedia } from './PostMedia.tsx'
import { PostMenuButton } from './PostMenuButton.tsx'
import { PostText } from './PostText.tsx'
import { isPending } from './pending.ts'

interface PostCardProps {
  post: FragmentType<PostCard_PostFragment>
  /** Position in the list, from 1. */
  position?: number
  /** −1 when the total is unknown. */
  listSize?: number
  /** Replaces the plain text, for example with highlights. */
  renderText?: ((text: string) => ReactNode) | undefined
}

/** These posts of a list load their pictures eagerly. */
const EAGER_POSTS = 3

export function PostCard({ post: reference, position, listSize, renderText }: PostCardProps) {
  const post = usePostCard_PostFragment(reference)
  const viewer = useViewer()
  const { author } = post
  return (
    <PostFrame
      author={author}
      name={<AuthorLink to={profilePath(author.username)}>{author.displayName}</AuthorLink>}
      time={<RelativeTime at={post.createdAt} />}
      menu={viewer?.id === author.id && <PostMenuButton postId={post.id} />}
      isPending={isPending(post.id)}
      aria-posinset={position}
      aria-setsize={listSize}
      actions={
        <>
          <LikeButton post={post} />
          <IconCount icon={Share2} count={post.sharesCount} noun="share" />
        </>
      }
    >
      <PostText>{renderText ? renderText(post.content) : post.content}</PostText>
      <PostMedia
        post={post}
        author={author.displayName}
        isEager={position !== undefined && position <= EAGER_POSTS}
      />
    </PostFrame>
  )
}

/** Extends over the avatar at its left, so that both are one target. */
const AuthorLink = chakra(Link, {
  base: {
    display: 'inline-block',
    maxW: 'full',
    verticalAlign: 'top',
    truncate: true,
    _hover: { textDecoration: 'underline' },
    _before: {
      content: '""',
      position: 'absolute',
      insetStart: '0',
      top: '0',
      boxSize: 'avatar',
      borderRadius: 'full',
    },
  },
})
