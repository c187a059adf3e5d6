import type { FragmentType } from '@apollo/client'
import type { ReactNode } from 'react'
import { t } from '../../lib/i18n.ts'
import type { FetchMore, PageInfo } from '../../lib/paging.ts'
import { peopleMessages } from '../../messages/people.ts'
import { WindowedList } from '../../ui/WindowedList.tsx'
import {
  type PersonList_UsersFragment,
  usePersonList_UsersFragment,
} from './PersonList.generated.ts'
import { PersonRows, type PersonRowsProps, PersonSkeletons } from './PersonRows.tsx'

interface PagingProps {
  fetchMore: FetchMore
  /** Shown in place of an empty list. */
  empty: ReactNode
  /** A list of a page, not of a dialog: Back returns to its place. */
  isOfPage?: boolean
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
  pageInfo: PageInfo
}

/** The same for a connection that leads to people, such as shares. */
export function People({ pageInfo, fetchMore, empty, isOfPage, people, comments }: PeopleProps) {
  if (people.length === 0 && !pageInfo.hasNextPage) return empty
  return (
    <WindowedList
      name={isOfPage ? 'people' : undefined}
      items={people}
      pageInfo={pageInfo}
      fetchMore={fetchMore}
      loading={<PersonSkeletons />}
      texts={peopleMessages}
    >
      {(rows) => (
        <PersonRows
          people={rows.map(({ item }) => item)}
          comments={comments}
          label={t(peopleMessages.list)}
        />
      )}
    </WindowedList>
  )
}
