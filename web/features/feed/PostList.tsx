import type { FragmentType } from '@apollo/client'
import { chakra, Stack } from '@chakra-ui/react'
import { useState } from 'react'
import { Button } from '../../ui/Button.tsx'
import type { PostCard_PostFragment } from '../post/PostCard.generated.ts'
import { PostCard } from '../post/PostCard.tsx'

interface PostListProps {
  posts: readonly ({ id: string } & FragmentType<PostCard_PostFragment>)[]
  hasMore: boolean
  /** Loads the next page; rejects when that fails. */
  onLoadMore: () => Promise<unknown>
  /** A search whose words are marked in the posts. */
  marked?: string
}

/** Posts one below the other, and the way to more of them. */
export function PostList({ posts, hasMore, onLoadMore, marked }: PostListProps) {
  return (
    <Stack gap="3">
      {posts.map((post) => (
        <PostCard key={post.id} post={post} {...(marked !== undefined && { marked })} />
      ))}
      {hasMore ? <LoadMore onLoadMore={onLoadMore} /> : <TheEnd />}
    </Stack>
  )
}

function LoadMore({ onLoadMore }: { onLoadMore: () => Promise<unknown> }) {
  const [state, setState] = useState<'still' | 'loading' | 'failed'>('still')
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
      <Button variant="outline" aria-busy={state === 'loading'} onClick={state === 'loading' ? undefined : load}>
        {state === 'loading' ? 'Loading…' : 'Load more positive vibes'}
      </Button>
    </Stack>
  )
}

function TheEnd() {
  return (
    <chakra.p textAlign="center" py="6" textStyle="body" color="muted">
      You're all caught up
    </chakra.p>
  )
}
