import type { FragmentType } from '@apollo/client'
import Heart from 'lucide-react/icons/heart'
import { type ComponentProps, useState } from 'react'
import { counted, shortNumber } from '../../lib/short-number.ts'
import { Button } from '../../ui/Button.tsx'
import { Count } from '../../ui/IconCount.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { useViewer } from '../user/viewer.ts'
import { type LikeButton_PostFragment, useLikeButton_PostFragment } from './LikeButton.generated.ts'
import { useLike } from './use-like.ts'

interface LikeProps {
  post: FragmentType<LikeButton_PostFragment>
}

/** The heart of a post; for a visitor, who likes nothing, the count alone. */
export function LikeButton({ post }: LikeProps) {
  const viewer = useViewer()
  if (viewer === null) return <LikesCount post={post} />
  return (
    <Button
      asChild
      variant="ghost"
      px="3"
      ms="-3"
      textStyle="meta"
      fontVariantNumeric="tabular-nums"
      // All of a like's style stands before it: a rule that comes with the press has the browser look at the whole page anew.
      _pressed={{ color: 'like', '& svg': { fill: 'currentColor' } }}
      _hover={{ bg: 'subtle', color: 'like' }}
      css={{
        // The first transform of an element has the whole page laid out anew, the beat's, too.
        '& > span:first-of-type': { transform: 'scale(1)' },
        '&[data-beating] > span:first-of-type': { animation: 'beat', animationDuration: 'passage' },
        // Of one size while it has as many digits: the page need not be laid out anew for the next number.
        '& > span > span': { display: 'block', h: '1.4em', contain: 'layout size' },
      }}
    >
      <LikeToggle post={post} />
    </Button>
  )
}

function LikesCount({ post }: LikeProps) {
  const { likesCount } = useLikeButton_PostFragment(post)
  return <Count icon={Heart} count={likesCount} noun="like" />
}

const heart = <Icon as={Heart} />

/** What a press changes, and nothing that has to find out its style anew. */
function LikeToggle({ post: reference, ...button }: LikeProps & ComponentProps<'button'>) {
  const { shown, toggle } = useLike(useLikeButton_PostFragment(reference))
  const [beating, setBeating] = useState(false)
  const count = shortNumber(shown.likesCount)
  return (
    <button
      {...button}
      type="button"
      aria-pressed={shown.isLiked}
      aria-label={`Like, ${counted(shown.likesCount, 'like')}`}
      data-beating={beating && shown.isLiked ? '' : undefined}
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
