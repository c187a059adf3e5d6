import type { FragmentType } from '@apollo/client'
import { chakra } from '@chakra-ui/react'
import Heart from 'lucide-react/icons/heart'
import { useState } from 'react'
import { counted, shortNumber } from '../../lib/short-number.ts'
import { Button } from '../../ui/Button.tsx'
import { Count } from '../../ui/Count.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { useViewer } from '../viewer/viewer.ts'
import { type LikeButton_PostFragment, useLikeButton_PostFragment } from './LikeButton.generated.ts'
import { useLike } from './use-like.ts'

/** The heart of a post; for a visitor, who likes nothing, the count alone. */
export function LikeButton({ post: reference }: { post: FragmentType<LikeButton_PostFragment> }) {
  const post = useLikeButton_PostFragment(reference)
  const viewer = useViewer()
  const { shown, toggle } = useLike(post)
  const [beating, setBeating] = useState(false)
  if (viewer === null) return <Count icon={Heart} count={post.likesCount} noun="like" />
  return (
    <Button
      variant="ghost"
      px="3"
      ms="-3"
      // All of a like's style stands before it: a rule that comes with the press has the browser look at the whole page anew.
      _pressed={{ color: 'like' }}
      _hover={{ bg: 'subtle', color: 'like' }}
      aria-pressed={shown.isLiked}
      aria-label={`Like, ${counted(shown.likesCount, 'like')}`}
      onClick={() => {
        setBeating(!shown.isLiked)
        toggle()
      }}
    >
      <chakra.span
        display="inline-flex"
        css={{ '&[data-beating]': { animation: 'beat', animationDuration: 'passage' } }}
        data-beating={beating && shown.isLiked ? '' : undefined}
      >
        <Icon as={Heart} filled={shown.isLiked} />
      </chakra.span>
      <chakra.span fontVariantNumeric="tabular-nums" textStyle="meta">
        {shortNumber(shown.likesCount)}
      </chakra.span>
    </Button>
  )
}
