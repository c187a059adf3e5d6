import Heart from 'lucide-react/icons/heart'
import Share2 from 'lucide-react/icons/share-2'
import { PostFrame } from '../features/post/PostFrame.tsx'
import { PostText } from '../features/post/PostText.tsx'
import { IconCount } from '../ui/IconCount.tsx'
import type { samples } from './samples.ts'

/** A static post that looks like one in the feed. */
export function SamplePost({ author, time, content, likes, shares }: (typeof samples)[number]) {
  return (
    <PostFrame
      author={author}
      name={<span>{author.displayName}</span>}
      time={time}
      data-testid="sample-post"
      actions={
        <>
          <IconCount icon={Heart} count={likes} noun="like" />
          <IconCount icon={Share2} count={shares} noun="share" />
        </>
      }
    >
      <PostText>{content}</PostText>
    </PostFrame>
  )
}
