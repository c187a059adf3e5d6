import { chakra, Stack } from '@chakra-ui/react'
import { type ReactNode, startTransition, useEffect, useState } from 'react'
import { limits } from '#rules/limits.ts'
import { Button } from '../../ui/Button.tsx'
import { PostSkeletons } from '../post/PostSkeletons.tsx'
import { FeedItem, type PostReference } from './FeedItem.tsx'
import { useScrollRestoration } from './use-scroll-restoration.ts'

interface PostListProps {
  posts: readonly PostReference[]
  hasMore: boolean
  /** Loads the next `first` posts; rejects on failure. */
  onLoadMore: (first: number) => Promise<unknown>
  /** Replaces the plain text, for example with highlights. Must be stable (useCallback). */
  renderText?: (text: string) => ReactNode
}

/** Longer lists render only the posts near the viewport. */
const WINDOWING_THRESHOLD = 60
/** Posts rendered on either side of the restored one. */
const OVERSCAN = 12
/** Posts per render: rendering all at once would block a slow phone. */
const RENDER_BATCH = 5

/** A list of posts with a button to load more. */
export function PostList({ posts, hasMore, onLoadMore, renderText }: PostListProps) {
  const { isRestoring, initialIndex } = useScrollRestoration({ posts, hasMore, onLoadMore })
  const [renderCount, setRenderCount] = useState(
    isRestoring || initialIndex > 0 ? Number.POSITIVE_INFINITY : RENDER_BATCH,
  )
  const isComplete = renderCount >= posts.length
  useEffect(
    () =>
      startTransition(() =>
        setRenderCount(isComplete ? Number.POSITIVE_INFINITY : renderCount + RENDER_BATCH),
      ),
    [isComplete, renderCount],
  )
  if (isRestoring) return <PostSkeletons />
  return (
    <div>
      <Posts
        posts={isComplete ? posts : posts.slice(0, renderCount)}
        total={posts.length}
        hasMore={hasMore}
        initialIndex={initialIndex}
        renderText={renderText}
      />
      {isComplete && <LoadMore hasMore={hasMore} onLoadMore={onLoadMore} />}
    </div>
  )
}

interface PostsProps extends Pick<PostListProps, 'posts' | 'hasMore'> {
  /** Number of loaded posts, rendered or not. */
  total: number
  /** Index of the restored post. */
  initialIndex: number
  renderText: PostListProps['renderText']
}

function Posts({ posts, total, hasMore, initialIndex, renderText }: PostsProps) {
  const [initialCount] = useState(total)
  return (
    // No flex box: it would lay out all posts when one changes.
    <chakra.div role="feed" aria-label="Posts" css={{ '& > *': { mb: '3' } }}>
      {posts.map((post, index) => (
        <FeedItem
          key={post.id}
          post={post}
          position={index + 1}
          listSize={hasMore ? -1 : total}
          isWindowed={total > WINDOWING_THRESHOLD}
          initiallyNear={index >= initialCount || Math.abs(index - initialIndex) < OVERSCAN}
          renderText={renderText}
        />
      ))}
    </chakra.div>
  )
}

/** Remains the same button at the end of the list, so that it keeps the focus. */
function LoadMore({ hasMore, onLoadMore }: Pick<PostListProps, 'hasMore' | 'onLoadMore'>) {
  const [state, setState] = useState<'idle' | 'loading' | 'failed'>('idle')
  const isIdle = hasMore && state !== 'loading'
  const load = async () => {
    setState('loading')
    try {
      await onLoadMore(limits.pageSize.default)
      setState('idle')
    } catch {
      setState('failed')
    }
  }
  return (
    <Stack align="center" gap="2" py="4">
      {state === 'failed' && (
        <chakra.p role="alert" textStyle="body" color="bad">
          We couldn’t load more posts. Please try again.
        </chakra.p>
      )}
      <Button
        variant={hasMore ? 'outline' : 'ghost'}
        aria-busy={state === 'loading'}
        aria-disabled={!isIdle}
        cursor={isIdle ? 'pointer' : 'default'}
        onClick={isIdle ? load : undefined}
      >
        {!hasMore
          ? "You're all caught up"
          : state === 'loading'
            ? 'Loading…'
            : 'Load more positive vibes'}
      </Button>
    </Stack>
  )
}
