import type { FragmentType } from '@apollo/client'
import type { ReactNode } from 'react'
import { postPath, profilePath } from '#rules/paths.ts'
import { FoldableText } from '../../ui/FoldableText.tsx'
import { RelativeTime } from '../../ui/RelativeTime.tsx'
import { BookmarkButton } from '../bookmark/BookmarkButton.tsx'
import { LikeButton } from '../like/LikeButton.tsx'
import { ShareButton } from '../share/ShareButton.tsx'
import { UserAvatar } from '../user/UserAvatar.tsx'
import { UserLink } from '../user/UserLink.tsx'
import { useViewer } from '../user/viewer.ts'
import { NewHere } from './NewHere.tsx'
import { type PostCard_PostFragment, usePostCard_PostFragment } from './PostCard.generated.ts'
import { PostFrame } from './PostFrame.tsx'
import { PostMedia } from './PostMedia.tsx'
import { PostMenuButton } from './PostMenuButton.tsx'
import { isPending } from './pending.ts'
import { ReplyLink } from './ReplyLink.tsx'

interface PostCardProps {
  post: FragmentType<PostCard_PostFragment>
  /** Position in the list, from 1. */
  position?: number
  /** −1 when the total is unknown. */
  listSize?: number
  /** Above the author: why the post is in the list. */
  note?: ReactNode
  /** Replaces the plain text, for example with highlights. */
  renderText?: ((text: string) => ReactNode) | undefined
}

/** These posts of a list load their pictures eagerly. */
const EAGER_POSTS = 3

export function PostCard({ post: reference, position, listSize, note, renderText }: PostCardProps) {
  const post = usePostCard_PostFragment(reference)
  const viewer = useViewer()
  const { author } = post
  const text = renderText ? renderText(post.content) : post.content
  return (
    <PostFrame
      avatar={<UserAvatar user={author} />}
      username={author.username}
      name={<UserLink to={profilePath(author.username)}>{author.displayName}</UserLink>}
      badge={<NewHere post={post} />}
      time={<RelativeTime at={post.createdAt} to={postPath(post)} />}
      menu={viewer && <PostMenuButton post={post} />}
      note={note}
      isPending={isPending(post.id)}
      // The feed's keys move the focus between the articles.
      tabIndex={-1}
      aria-posinset={position}
      aria-setsize={listSize}
      actions={
        <>
          <LikeButton post={post} />
          <ShareButton post={post} />
          <ReplyLink post={post} />
          <BookmarkButton post={post} />
        </>
      }
    >
      <FoldableText textId={post.id} text={post.content}>
        {text}
      </FoldableText>
      <PostMedia
        post={post}
        author={author.displayName}
        isEager={position !== undefined && position <= EAGER_POSTS}
      />
    </PostFrame>
  )
}

/** Hidden text in place of a post far from the viewport, so that find-in-page still finds it. */
export function CollapsedPostCard({ post }: Pick<PostCardProps, 'post'>) {
  const { author, content } = usePostCard_PostFragment(post)
  return (
    <div ref={(element) => element?.setAttribute('hidden', 'until-found')}>
      {`${author.displayName} ${content}`}
    </div>
  )
}
