import type { FragmentType } from '@apollo/client'
import { chakra } from '@chakra-ui/react'
import MessageCircle from 'lucide-react/icons/message-circle'
import { profilePath } from '#rules/paths.ts'
import { fullDateTime } from '../../lib/dates.ts'
import { t } from '../../lib/i18n.ts'
import { itemAttributes } from '../../lib/scroll-position.ts'
import { replyMessages } from '../../messages/reply.ts'
import { IconCount } from '../../ui/IconCount.tsx'
import { PostText } from '../../ui/PostText.tsx'
import { LikeButton } from '../like/LikeButton.tsx'
import { NewHere } from '../post/NewHere.tsx'
import { PostFrame } from '../post/PostFrame.tsx'
import { PostMedia } from '../post/PostMedia.tsx'
import { PostMenuButton } from '../post/PostMenuButton.tsx'
import { ShareButton } from '../share/ShareButton.tsx'
import { UserAvatar } from '../user/UserAvatar.tsx'
import { UserLink } from '../user/UserLink.tsx'
import { useViewer } from '../user/viewer.ts'
import { type ThreadPost_PostFragment, useThreadPost_PostFragment } from './ThreadPost.generated.ts'

/** The post of a thread, with its full date. */
export function ThreadPost({ post: reference }: { post: FragmentType<ThreadPost_PostFragment> }) {
  const post = useThreadPost_PostFragment(reference)
  const viewer = useViewer()
  const { author } = post
  return (
    <PostFrame
      {...itemAttributes(post)}
      avatar={<UserAvatar user={author} />}
      username={author.username}
      name={<UserLink to={profilePath(author.username)}>{author.displayName}</UserLink>}
      badge={<NewHere post={post} />}
      menu={viewer && <PostMenuButton post={post} />}
      actions={
        <>
          <LikeButton post={post} />
          <ShareButton post={post} />
          <IconCount
            icon={MessageCircle}
            count={post.repliesCount}
            label={t(replyMessages.count(post.repliesCount))}
          />
        </>
      }
    >
      <PostText textStyle="lead">{post.content}</PostText>
      <PostMedia post={post} author={author.displayName} isEager />
      <chakra.p textStyle="meta" color="muted" mt="3">
        <time dateTime={post.createdAt}>{fullDateTime(new Date(post.createdAt))}</time>
      </chakra.p>
    </PostFrame>
  )
}
