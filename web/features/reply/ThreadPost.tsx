import type { FragmentType } from '@apollo/client'
import { chakra } from '@chakra-ui/react'
import CornerDownRight from 'lucide-react/icons/corner-down-right'
import MessageCircle from 'lucide-react/icons/message-circle'
import { postPath, profilePath } from '#rules/paths.ts'
import { fullDateTime } from '../../lib/dates.ts'
import { t } from '../../lib/i18n.ts'
import { replyMessages } from '../../messages/reply.ts'
import { Icon } from '../../ui/Icon.tsx'
import { IconCount } from '../../ui/IconCount.tsx'
import { PageLink } from '../../ui/PageLink.tsx'
import { RichText } from '../../ui/RichText.tsx'
import { LikeButton } from '../like/LikeButton.tsx'
import { NewHere } from '../post/NewHere.tsx'
import { PostFrame } from '../post/PostFrame.tsx'
import { PostMedia } from '../post/PostMedia.tsx'
import { PostMenuButton } from '../post/PostMenuButton.tsx'
import { PostText } from '../post/PostText.tsx'
import { ShareButton } from '../share/ShareButton.tsx'
import { UserAvatar } from '../user/UserAvatar.tsx'
import { UserLink } from '../user/UserLink.tsx'
import { useViewer } from '../user/viewer.ts'
import { type ThreadPost_PostFragment, useThreadPost_PostFragment } from './ThreadPost.generated.ts'

/** The post of a page, with its full date. */
export function ThreadPost({ post: reference }: { post: FragmentType<ThreadPost_PostFragment> }) {
  const post = useThreadPost_PostFragment(reference)
  const viewer = useViewer()
  const { id, author, isReply, threadRoot, ...state } = post
  const menuPost = { id, author, ...state, ...(isReply && { threadRoot }) }
  return (
    <PostFrame
      avatar={<UserAvatar user={author} />}
      username={author.username}
      name={<UserLink to={profilePath(author.username)}>{author.displayName}</UserLink>}
      badge={<NewHere post={post} />}
      menu={viewer && <PostMenuButton post={menuPost} />}
      note={isReply && <Answered post={post} />}
      actions={
        <>
          <LikeButton post={post} />
          {!isReply && (
            <>
              <ShareButton post={post} />
              <IconCount
                icon={MessageCircle}
                count={post.repliesCount}
                label={t(replyMessages.count(post.repliesCount))}
              />
            </>
          )}
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

/** What a reply answers, with a link to the whole thread. */
function Answered({ post }: { post: ThreadPost_PostFragment }) {
  const { inReplyTo, threadRoot } = post
  return (
    <chakra.p display="flex" gap="2" textStyle="meta" color="muted" mb="4">
      <Icon as={CornerDownRight} isDirectional />
      <chakra.span overflowWrap="anywhere">
        {inReplyTo && threadRoot && (
          <RichText
            message={replyMessages.inReplyTo(inReplyTo.author.displayName)}
            elements={{ post: <PageLink to={postPath(threadRoot)} dir="auto" /> }}
          />
        )}
        {!inReplyTo && threadRoot && (
          <PageLink to={postPath(threadRoot)}>{t(replyMessages.wholeThread)}</PageLink>
        )}
        {!threadRoot && t(replyMessages.inReplyToHidden)}
      </chakra.span>
    </chakra.p>
  )
}
