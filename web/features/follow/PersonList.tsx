import type { FragmentType } from '@apollo/client'
import type { ReactNode } from 'react'
import { limits } from '#rules/limits.ts'
import { t } from '../../lib/i18n.ts'
import { peopleMessages } from '../../messages/people.ts'
import { LoadMore } from '../../ui/LoadMore.tsx'
import {
  type PersonList_UsersFragment,
  usePersonList_UsersFragment,
} from './PersonList.generated.ts'
import { PersonRows, type PersonRowsProps } from './PersonRows.tsx'

interface PagingProps {
  /** `fetchMore` of the query with the list. */
  fetchMore: (page: { variables: { first: number; after: string | null } }) => Promise<unknown>
  /** Shown in place of an empty list. */
  empty: ReactNode
}

interface PersonListProps extends PagingProps {
  users: FragmentType<PersonList_UsersFragment>
}

/** A list of people with a button to load more. */
export function PersonList({ users, ...paging }: PersonListProps) {
  const { edges, pageInfo } = usePersonList_UsersFragment(users)
  return <People people={edges.map(({ node }) => node)} pageInfo={pageInfo} {...paging} />
}

interface PeopleProps extends PagingProps, Omit<PersonRowsProps, 'label'> {
  pageInfo: PersonList_UsersFragment['pageInfo']
}

/** The same for a connection that leads to people, such as shares. */
export function People({ pageInfo, fetchMore, empty, ...rows }: PeopleProps) {
  if (rows.people.length === 0) return empty
  return (
    <div>
      <PersonRows {...rows} label={t(peopleMessages.list)} />
      <LoadMore
        hasMore={pageInfo.hasNextPage}
        onLoadMore={() =>
          fetchMore({ variables: { first: limits.pageSize.default, after: pageInfo.endCursor } })
        }
        texts={{
          more: t(peopleMessages.loadMore),
          loading: t(peopleMessages.loading),
          end: t(peopleMessages.end),
          failed: t(peopleMessages.loadFailed),
        }}
      />
    </div>
  )
}
