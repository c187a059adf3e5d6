import { chakra } from '@chakra-ui/react'
import type { ReactElement, Ref } from 'react'
import { limits } from '#rules/limits.ts'
import { t } from '../../lib/i18n.ts'
import { POST_ATTRIBUTE } from '../../lib/scroll-position.ts'
import { replyMessages } from '../../messages/reply.ts'
import { LoadMore } from '../../ui/LoadMore.tsx'
import type { FetchMore } from '../feed/PostList.tsx'
import { useScrollRestoration } from '../feed/use-scroll-restoration.ts'
import { PostSkeletons } from '../post/PostSkeletons.tsx'

interface ReplyRowsProps {
  posts: readonly { id: string }[]
  /** The rows of the posts. */
  rows: readonly ReactElement[]
  pageInfo: { endCursor: string | null; hasNextPage: boolean }
  fetchMore: FetchMore
  list?: Ref<HTMLUListElement>
  /** Marked. */
  current?: string | undefined
}

/** A list of replies with a button to load more, while there are more. */
export function ReplyRows({ posts, rows, pageInfo, fetchMore, list, current }: ReplyRowsProps) {
  const { hasNextPage: hasMore, endCursor: after } = pageInfo
  const onLoadMore = (first: number) => fetchMore({ variables: { first, after } })
  const { isRestoring } = useScrollRestoration({ posts, hasMore, onLoadMore })
  if (isRestoring) return <PostSkeletons />
  return (
    <div>
      <Rows ref={list} aria-label={t(replyMessages.list)}>
        {rows.map((row, index) => (
          <li
            key={posts[index]?.id}
            aria-current={posts[index]?.id === current || undefined}
            {...{ [POST_ATTRIBUTE]: posts[index]?.id }}
          >
            {row}
          </li>
        ))}
      </Rows>
      <LoadMore
        isHiddenIfShort
        hasMore={hasMore}
        onLoadMore={() => onLoadMore(limits.pageSize.default)}
        texts={{
          more: t(replyMessages.loadMore),
          loading: t(replyMessages.loading),
          end: t(replyMessages.end),
          failed: t(replyMessages.loadFailed),
        }}
      />
    </div>
  )
}

export const Rows = chakra('ul', {
  base: {
    '& > * + *': { borderTopWidth: '1px', borderColor: 'border' },
    // Above the reply field.
    '& > *': { scrollMarginBottom: '16' },
    '& > [aria-current]': { mx: '-4', px: '4', bg: 'subtle' },
  },
})
