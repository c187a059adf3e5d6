import { chakra, Stack } from '@chakra-ui/react'
import { type ReactNode, startTransition, useEffect, useState } from 'react'
import { limits } from '#rules/limits.ts'
import { Button } from '../../ui/Button.tsx'
import { PostSkeletons } from '../post/PostSkeletons.tsx'
import { ListedPost, type PostReference } from './FeedItem.tsx'
import { useReturn } from './use-scroll-restoration.ts'

interface PostListProps {
  posts: readonly PostReference[]
  hasMore: boolean
  /** Loads so many more; rejects when that fails. */
  onLoadMore: (first: number) => Promise<unknown>
  /** What to make of a post's text, to mark words in it, say. Another function means another text. */
  renderText?: (text: string) => ReactNode
}

/** How many posts may stand on a page; in longer lists only those near the screen do. */
const MOST_SHOWN = 60
/** How many posts on either side of the one that the reader comes back to are near the screen. */
const AROUND = 12
/** How many posts fill a screen. The others follow, as many at a time, when these stand: all at once would keep a slow phone from answering. */
const AT_ONCE = 5

/** Posts one below the other, and the way to more of them. */
export function PostList({ posts, hasMore, onLoadMore, renderText }: PostListProps) {
  const { isReturning, index } = useReturn({ posts, hasMore, onLoadMore })
  const [shown, setShown] = useState(isReturning || index > 0 ? Number.POSITIVE_INFINITY : AT_ONCE)
  const isWhole = shown >= posts.length
  useEffect(
    () => startTransition(() => setShown(isWhole ? Number.POSITIVE_INFINITY : shown + AT_ONCE)),
    [isWhole, shown],
  )
  if (isReturning) return <PostSkeletons />
  return (
    <div>
      <Posts
        posts={isWhole ? posts : posts.slice(0, shown)}
        total={posts.length}
        hasMore={hasMore}
        index={index}
        renderText={renderText}
      />
      {isWhole && <LoadMore hasMore={hasMore} onLoadMore={onLoadMore} />}
    </div>
  )
}

interface PostsProps extends Pick<PostListProps, 'posts' | 'hasMore'> {
  /** How many posts there are, with those that follow in a moment. */
  total: number
  /** Of the post that the reader begins at. */
  index: number
  renderText: PostListProps['renderText']
}

function Posts({ posts, total, hasMore, index, renderText }: PostsProps) {
  const [begunWith] = useState(total)
  return (
    // No flex box, which would measure all posts when something changes in one.
    <chakra.div role="feed" aria-label="Posts" css={{ '& > *': { mb: '3' } }}>
      {posts.map((post, at) => (
        <ListedPost
          key={post.id}
          post={post}
          position={at + 1}
          listSize={hasMore ? -1 : total}
          isWindowed={total > MOST_SHOWN}
          beginsNear={at >= begunWith || Math.abs(at - index) < AROUND}
          renderText={renderText}
        />
      ))}
    </chakra.div>
  )
}

/** Stays one button when the end is reached, so that whoever pressed it still has the focus there. */
function LoadMore({ hasMore, onLoadMore }: Pick<PostListProps, 'hasMore' | 'onLoadMore'>) {
  const [state, setState] = useState<'still' | 'loading' | 'failed'>('still')
  const isIdle = hasMore && state !== 'loading'
  const load = async () => {
    setState('loading')
    try {
      await onLoadMore(limits.pageSize.default)
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
        {!hasMore
          ? "You're all caught up"
          : state === 'loading'
            ? 'Loading…'
            : 'Load more positive vibes'}
      </Button>
    </Stack>
  )
}
