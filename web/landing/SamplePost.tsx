import Heart from 'lucide-react/icons/heart'
import Share2 from 'lucide-react/icons/share-2'
import { PostFrame } from '../features/post/PostFrame.tsx'
import { t } from '../lib/i18n.ts'
import { likeMessages } from '../messages/like.ts'
import { postMessages } from '../messages/post.ts'
import { Avatar } from '../ui/Avatar.tsx'
import { IconCount } from '../ui/IconCount.tsx'
import { PostText } from '../ui/PostText.tsx'
import type { samples } from './samples.ts'

/** A static post that looks like one in the feed. */
export function SamplePost({ author, time, content, likes, shares }: (typeof samples)[number]) {
  return (
    <PostFrame
      avatar={<Avatar user={author} />}
      username={author.username}
      name={<span>{author.displayName}</span>}
      time={time}
      data-testid="sample-post"
      actions={
        <>
          <IconCount icon={Heart} count={likes} label={t(likeMessages.count(likes))} />
          <IconCount icon={Share2} count={shares} label={t(postMessages.shares(shares))} />
        </>
      }
    >
      <PostText>{content}</PostText>
    </PostFrame>
  )
}
