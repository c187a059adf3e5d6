import type { FragmentType } from '@apollo/client'
import Heart from 'lucide-react/icons/heart'
import { type ComponentProps, useState } from 'react'
import { shortNumber } from '../../lib/format-number.ts'
import { t } from '../../lib/i18n.ts'
import { likeMessages } from '../../messages/like.ts'
import { Button } from '../../ui/Button.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { IconCount } from '../../ui/IconCount.tsx'
import { useViewer } from '../user/viewer.ts'
import { type LikeButton_PostFragment, useLikeButton_PostFragment } from './LikeButton.generated.ts'
import { useLike } from './use-like.ts'

interface LikeProps {
  post: FragmentType<LikeButton_PostFragment>
}

/** The like button of a post; visitors see only the count. */
export function LikeButton({ post }: LikeProps) {
  const viewer = useViewer()
  if (viewer === null) return <LikesCount post={post} />
  return (
    <Button
      asChild
      variant="ghost"
      shape="count"
      // Declare the pressed style up front; inserting a rule on click restyles the whole page.
      _pressed={{ color: 'like', '& svg': { fill: 'currentColor' } }}
      _hover={{ bg: 'subtle', color: 'like' }}
      css={{
        // A first transform lays out the whole page; set it before the animation does.
        '& > span:first-of-type': { transform: 'scale(1)' },
        '&[data-beating] > span:first-of-type': {
          animation: 'beat',
          animationDuration: 'transition',
        },
        // A fixed size, so that a new number does not lay out the whole page.
        '& > span > span': { display: 'block', h: '1.4em', contain: 'layout size' },
      }}
    >
      <LikeToggle post={post} />
    </Button>
  )
}

function LikesCount({ post }: LikeProps) {
  const { likesCount } = useLikeButton_PostFragment(post)
  return <IconCount icon={Heart} count={likesCount} label={t(likeMessages.count(likesCount))} />
}

const heart = <Icon as={Heart} />

/** Re-renders on click, so it stays free of Chakra's style resolution. */
function LikeToggle({ post: reference, ...button }: LikeProps & ComponentProps<'button'>) {
  const { shown, toggle } = useLike(useLikeButton_PostFragment(reference))
  const [isBeating, setBeating] = useState(false)
  const count = shortNumber(shown.likesCount)
  return (
    <button
      {...button}
      type="button"
      aria-pressed={shown.isLiked}
      aria-label={t(likeMessages.button(shown.likesCount))}
      data-beating={isBeating && shown.isLiked ? '' : undefined}
      onClick={() => {
        setBeating(!shown.isLiked)
        toggle()
      }}
    >
      {heart}
      <span>
        <span style={{ width: `${count.length}ch` }}>{count}</span>
      </span>
    </button>
  )
}
