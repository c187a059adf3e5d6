import type { FragmentType } from '@apollo/client'
import { chakra, Flex } from '@chakra-ui/react'
import { type ReactNode, useId } from 'react'
import { postPath, profilePath } from '#rules/paths.ts'
import { FoldableText } from '../../ui/FoldableText.tsx'
import { RelativeTime } from '../../ui/RelativeTime.tsx'
import { LikeButton } from '../like/LikeButton.tsx'
import { NewHere } from '../post/NewHere.tsx'
import { PostMedia } from '../post/PostMedia.tsx'
import { PostMenuButton } from '../post/PostMenuButton.tsx'
import { isPending } from '../post/pending.ts'
import { UserAvatar } from '../user/UserAvatar.tsx'
import { UserLink } from '../user/UserLink.tsx'
import { useViewer } from '../user/viewer.ts'
import { type Reply_PostFragment, useReply_PostFragment } from './Reply.generated.ts'

interface ReplyProps {
  post: FragmentType<Reply_PostFragment>
  /** What it answers. */
  note?: ReactNode
  /** Beside the like button. */
  action?: ReactNode
}

/** A row of a list of replies. */
export function Reply({ post: reference, note, action }: ReplyProps) {
  const post = useReply_PostFragment(reference)
  const nameId = useId()
  const viewer = useViewer()
  const { author } = post
  const isSending = isPending(post.id)
  return (
    <chakra.article
      aria-labelledby={nameId}
      aria-busy={isSending || undefined}
      inert={isSending}
      opacity={isSending ? '0.6' : undefined}
      display="flex"
      gap="3"
      position="relative"
      py="4"
    >
      <UserAvatar user={author} size="8" />
      <chakra.div flex="1" minW="0">
        <Flex gap="2">
          <chakra.div flex="1" minW="0">
            <chakra.p textStyle="name">
              <bdi id={nameId}>
                <UserLink to={profilePath(author.username)}>{author.displayName}</UserLink>
              </bdi>
              <NewHere post={post} />
            </chakra.p>
            <chakra.p display="flex" alignItems="center" gap="1" textStyle="meta" color="muted">
              <chakra.span truncate>
                <bdi>@{author.username}</bdi>
              </chakra.span>
              <span aria-hidden>·</span>
              <chakra.span position="relative" flexShrink="0">
                <RelativeTime at={post.createdAt} to={postPath(post)} />
              </chakra.span>
            </chakra.p>
          </chakra.div>
          {viewer && <PostMenuButton post={post} />}
        </Flex>
        {note}
        <FoldableText textId={post.id} text={post.content} mt="1" />
        <PostMedia post={post} author={author.displayName} isEager={false} />
        <Flex gap="4" align="center" mt="1" mb="-3">
          <LikeButton post={post} />
          {action}
        </Flex>
      </chakra.div>
    </chakra.article>
  )
}
