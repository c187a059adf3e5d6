import type { FragmentType } from '@apollo/client'
import { chakra } from '@chakra-ui/react'
import type { ReactElement, ReactNode } from 'react'
import { t } from '../../lib/i18n.ts'
import type { FetchMore } from '../../lib/paging.ts'
import { feedMessages } from '../../messages/feed.ts'
import { WindowedList } from '../../ui/WindowedList.tsx'
import { PostSkeletons } from '../post/PostSkeletons.tsx'
import { FeedItem } from './FeedItem.tsx'
import { handleFeedKey } from './feed-keys.ts'
import { type PostList_PostsFragment, usePostList_PostsFragment } from './PostList.generated.ts'

interface PostListProps {
  posts: FragmentType<PostList_PostsFragment>
  fetchMore: FetchMore
  /** Shown in place of an empty list. */
  empty: ReactNode
  /** Shown above the posts of the same positions; elements with a key. */
  notes?: readonly (ReactElement | null)[] | undefined
  /** Replaces the plain text, for example with highlights. Must be stable (useCallback). */
  renderText?: ((text: string) => ReactNode) | undefined
}

/** Posts per render. */
const RENDER_BATCH = 5

/** A list of posts with a button to load more. */
export function PostList({ posts, fetchMore, empty, notes, renderText }: PostListProps) {
  const { edges, pageInfo } = usePostList_PostsFragment(posts)
  if (edges.length === 0 && !pageInfo.hasNextPage) return empty
  const listSize = pageInfo.hasNextPage ? -1 : edges.length
  return (
    <WindowedList
      name="posts"
      items={edges.map(({ node }) => node)}
      pageInfo={pageInfo}
      fetchMore={fetchMore}
      loading={<PostSkeletons />}
      batch={RENDER_BATCH}
      texts={feedMessages}
    >
      {(rows, isLoading) => (
        // No flex box: it would lay out all posts when one changes.
        <chakra.div
          role="feed"
          aria-busy={isLoading}
          aria-label={t(feedMessages.list)}
          onKeyDown={handleFeedKey}
          css={{ '& > *': { mb: '3' } }}
        >
          {rows.map(({ item, index, ...row }) => (
            <FeedItem
              key={item.id}
              {...row}
              post={item}
              position={index + 1}
              listSize={listSize}
              note={notes?.[index]}
              renderText={renderText}
            />
          ))}
        </chakra.div>
      )}
    </WindowedList>
  )
}
