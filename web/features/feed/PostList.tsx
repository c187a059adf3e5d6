import type { FragmentType } from '@apollo/client'
import { chakra, Stack } from '@chakra-ui/react'
import { type ReactNode, useState } from 'react'
import { Button } from '../../ui/Button.tsx'
import type { PostCard_PostFragment } from '../post/PostCard.generated.ts'
import { PostCard } from '../post/PostCard.tsx'

interface PostListProps {
  posts: readonly ({ id: string } & FragmentType<PostCard_PostFragment>)[]
  hasMore: boolean
  /** Loads the next page; rejects when that fails. */
  onLoadMore: () => Promise<unknown>
  /** What to make of a post's text, to mark words in it, say. */
  renderText?: (text: string) => ReactNode
}

/** Posts one below the other, and the way to more of them. */
export function PostList({ posts, hasMore, onLoadMore, renderText }: PostListProps) {
  return (
    <Stack gap="3">
      {posts.map((post) => (
        <PostCard key={post.id} post={post} renderText={renderText} />
      ))}
      <LoadMore hasMore={hasMore} onLoadMore={onLoadMore} />
    </Stack>
  )
}

/** Stays one button when the end is reached, so that whoever pressed it still has the focus there. */
function LoadMore({ hasMore, onLoadMore }: Pick<PostListProps, 'hasMore' | 'onLoadMore'>) {
  const [state, setState] = useState<'still' | 'loading' | 'failed'>('still')
  const isIdle = hasMore && state !== 'loading'
  const load = async () => {
    setState('loading')
    try {
      await onLoadMore()
      setState('still')
    } catch {
      setState('failed')
    }
  }
  return (
    <Stack align="center" gap="2" py="4">
      {state === 'failed' && (
        <chakra.p role="alert" textStyle="body" color="bad">
          More posts could not be loaded. Please try again.
        </chakra.p>
      )}
      <Button
        variant={hasMore ? 'outline' : 'ghost'}
        aria-busy={state === 'loading'}
        aria-disabled={!isIdle}
        cursor={isIdle ? 'pointer' : 'default'}
        onClick={isIdle ? load : undefined}
      >
        {!hasMore ? "You're all caught up" : state === 'loading' ? 'Loading…' : 'Load more positive vibes'}
      </Button>
    </Stack>
  )
}
