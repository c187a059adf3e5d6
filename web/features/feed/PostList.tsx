import type { FragmentType } from '@apollo/client'
import { chakra } from '@chakra-ui/react'
import { type ReactElement, type ReactNode, startTransition, useEffect, useState } from 'react'
import { limits } from '#rules/limits.ts'
import { t } from '../../lib/i18n.ts'
import { feedMessages } from '../../messages/feed.ts'
import { LoadMore } from '../../ui/LoadMore.tsx'
import { PostSkeletons } from '../post/PostSkeletons.tsx'
import { FeedItem, type PostNode } from './FeedItem.tsx'
import { handleFeedKey } from './feed-keys.ts'
import { type PostList_PostsFragment, usePostList_PostsFragment } from './PostList.generated.ts'
import { useScrollRestoration } from './use-scroll-restoration.ts'

/** `fetchMore` of the query with the list. */
export type FetchMore = (page: {
  variables: { first: number; after: string | null }
}) => Promise<unknown>

type RenderText = ((text: string) => ReactNode) | undefined
type Notes = readonly (ReactElement | null)[] | undefined

interface PostListProps {
  posts: FragmentType<PostList_PostsFragment>
  fetchMore: FetchMore
  /** Shown in place of an empty list. */
  empty: ReactNode
  /** Shown above the posts of the same positions; elements with a key. */
  notes?: Notes
  /** Replaces the plain text, for example with highlights. Must be stable (useCallback). */
  renderText?: RenderText
}

interface LoadedPosts {
  posts: readonly PostNode[]
  hasMore: boolean
  /** Loads the next `first` posts; rejects on failure. */
  onLoadMore: (first: number) => Promise<unknown>
}

/** Longer lists render only the posts near the viewport. */
const WINDOWING_THRESHOLD = 60
/** Posts rendered on either side of the restored one. */
const OVERSCAN = 12
/** Posts per render: rendering all at once would block a slow phone. */
const RENDER_BATCH = 5

/** A list of posts with a button to load more. */
export function PostList({ posts, fetchMore, empty, notes, renderText }: PostListProps) {
  const { edges, pageInfo } = usePostList_PostsFragment(posts)
  if (edges.length === 0) return empty
  return (
    <FilledList
      posts={edges.map(({ node }) => node)}
      hasMore={pageInfo.hasNextPage}
      onLoadMore={(first) => fetchMore({ variables: { first, after: pageInfo.endCursor } })}
      notes={notes}
      renderText={renderText}
    />
  )
}

function FilledList({
  posts,
  hasMore,
  onLoadMore,
  notes,
  renderText,
}: LoadedPosts & { notes: Notes; renderText: RenderText }) {
  const { isRestoring, initialIndex } = useScrollRestoration({ posts, hasMore, onLoadMore })
  const [renderCount, setRenderCount] = useState(
    isRestoring || initialIndex > 0 ? Number.POSITIVE_INFINITY : RENDER_BATCH,
  )
  const [isLoadingMore, setLoadingMore] = useState(false)
  const loadMore = async () => {
    setLoadingMore(true)
    await onLoadMore(limits.pageSize.default).finally(() => setLoadingMore(false))
  }
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
        isLoadingMore={isLoadingMore}
        initialIndex={initialIndex}
        notes={notes}
        renderText={renderText}
      />
      {isComplete && (
        <LoadMore
          hasMore={hasMore}
          onLoadMore={loadMore}
          texts={{
            more: t(feedMessages.loadMore),
            loading: t(feedMessages.loading),
            end: t(feedMessages.end),
            failed: t(feedMessages.loadFailed),
          }}
        />
      )}
    </div>
  )
}

interface PostsProps extends Pick<LoadedPosts, 'posts' | 'hasMore'> {
  /** Number of loaded posts, rendered or not. */
  total: number
  isLoadingMore: boolean
  /** Index of the restored post. */
  initialIndex: number
  notes: Notes
  renderText: RenderText
}

function Posts({
  posts,
  total,
  hasMore,
  isLoadingMore,
  initialIndex,
  notes,
  renderText,
}: PostsProps) {
  const [initialCount] = useState(total)
  return (
    // No flex box: it would lay out all posts when one changes.
    <chakra.div
      role="feed"
      aria-busy={isLoadingMore}
      aria-label={t(feedMessages.list)}
      onKeyDown={handleFeedKey}
      css={{ '& > *': { mb: '3' } }}
    >
      {posts.map((post, index) => (
        <FeedItem
          key={post.id}
          post={post}
          position={index + 1}
          listSize={hasMore ? -1 : total}
          isWindowed={total > WINDOWING_THRESHOLD}
          initiallyNear={index >= initialCount || Math.abs(index - initialIndex) < OVERSCAN}
          note={notes?.[index]}
          renderText={renderText}
        />
      ))}
    </chakra.div>
  )
}
