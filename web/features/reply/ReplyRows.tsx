import { chakra } from '@chakra-ui/react'
import type { ReactElement, Ref } from 'react'
import { t } from '../../lib/i18n.ts'
import type { FetchMore, PageInfo } from '../../lib/paging.ts'
import { itemAttributes } from '../../lib/scroll-position.ts'
import { replyMessages } from '../../messages/reply.ts'
import { WindowedList } from '../../ui/WindowedList.tsx'
import { PostSkeletons } from '../post/PostSkeletons.tsx'

interface ReplyRowsProps {
  posts: readonly { id: string }[]
  /** The rows of the posts. */
  rows: readonly ReactElement[]
  pageInfo: PageInfo
  fetchMore: FetchMore
  list?: Ref<HTMLUListElement>
  /** Marked. */
  current?: string | undefined
}

/** A list of replies with a button to load more, while there are more. */
export function ReplyRows({ posts, rows, pageInfo, fetchMore, list, current }: ReplyRowsProps) {
  return (
    <WindowedList
      name="replies"
      items={posts}
      pageInfo={pageInfo}
      fetchMore={fetchMore}
      isHiddenIfShort
      loading={<PostSkeletons />}
      texts={replyMessages}
    >
      {(listed) => (
        <Rows ref={list} aria-label={t(replyMessages.list)}>
          {listed.map(({ item, index }) => (
            <li
              key={item.id}
              aria-current={item.id === current || undefined}
              {...itemAttributes(item)}
            >
              {rows[index]}
            </li>
          ))}
        </Rows>
      )}
    </WindowedList>
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
