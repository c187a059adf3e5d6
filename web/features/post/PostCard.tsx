import type { FragmentType } from '@apollo/client'
import { chakra } from '@chakra-ui/react'
import Share2 from 'lucide-react/icons/share-2'
import type { ReactNode } from 'react'
import { profilePath } from '#rules/paths.ts'
import { Count } from '../../ui/IconCount.tsx'
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
  /** Which of how many it is in a list, from 1; −1 where nobody knows how many there are. */
  position?: number
  listSize?: number
  /** What to make of the text, to mark words in it, say. */
  renderText?: ((text: string) => ReactNode) | undefined
}

/** Posts from the top of a list that a screen shows at first. */
const FIRST = 3

/** A post. */
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
          <Count icon={Share2} count={post.sharesCount} noun="share" />
        </>
      }
    >
      <PostText>{renderText ? renderText(post.content) : post.content}</PostText>
      <PostMedia
        post={post}
        author={author.displayName}
        isFirst={position !== undefined && position <= FIRST}
      />
    </PostFrame>
  )
}

/** Reaches over the picture at its left, which is 44 px and a gap away. */
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
