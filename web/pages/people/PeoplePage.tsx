import { chakra } from '@chakra-ui/react'
import { Link, useLocation, useParams } from 'react-router-dom'
import { pageVariables } from '#rules/page-variables.ts'
import { profilePath } from '#rules/paths.ts'
import { PersonList } from '../../features/follow/PersonList.tsx'
import { PersonSkeletons } from '../../features/follow/PersonRows.tsx'
import { Page } from '../../features/shell/Page.tsx'
import { UserNotFound } from '../../features/shell/UserNotFound.tsx'
import { t } from '../../lib/i18n.ts'
import { useListFetchPolicy } from '../../lib/list-fetch-policy.ts'
import { peoplePageMessages } from '../../messages/people-page.ts'
import { EmptyFeedDrawing } from '../../ui/drawings/EmptyFeedDrawing.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { LoadState } from '../../ui/LoadState.tsx'
import { type PeopleQuery, usePeopleQuery } from './People.generated.ts'

export default function PeoplePage() {
  const { userId = '' } = useParams()
  const { pathname } = useLocation()
  const isFollowers = /\/followers\/?$/i.test(pathname)
  // The key resets all state between lists.
  return <People key={pathname} idOrUsername={userId} isFollowers={isFollowers} />
}

interface PeopleProps {
  idOrUsername: string
  isFollowers: boolean
}

function People({ idOrUsername, isFollowers }: PeopleProps) {
  const list = isFollowers ? 'followers' : 'following'
  const { data, error, refetch, fetchMore } = usePeopleQuery({
    variables: pageVariables[isFollowers ? 'followers' : 'followees']({
      params: { userId: idOrUsername },
    }),
    ...useListFetchPolicy(),
  })
  if (data?.user === null) return <UserNotFound />
  const user = data?.user
  const users = user?.[list]
  return (
    <Page
      title={t(titleOf(user, list))}
      head={
        user && (
          <ProfileLink to={profilePath(user.username)}>
            <bdi>@{user.username}</bdi>
          </ProfileLink>
        )
      }
    >
      <LoadState
        title={t(peoplePageMessages.failed)}
        error={error}
        onRetry={refetch}
        loading={<PersonSkeletons />}
        hasData={users !== undefined}
      />
      {user && users && (
        <PersonList
          isOfPage
          users={users}
          fetchMore={fetchMore}
          empty={
            <EmptyState
              drawing={<EmptyFeedDrawing />}
              title={t(emptyText(user.displayName, list))}
            />
          }
        />
      )}
    </Page>
  )
}

type List = 'followers' | 'following'

function titleOf(user: PeopleQuery['user'] | undefined, list: List) {
  if (!user) return peoplePageMessages[list]
  return list === 'followers'
    ? peoplePageMessages.followersOf(user.displayName)
    : peoplePageMessages.followedBy(user.displayName)
}

const emptyText = (name: string, list: List) =>
  list === 'followers' ? peoplePageMessages.noFollowers(name) : peoplePageMessages.noFollowing(name)

const ProfileLink = chakra(Link, {
  base: {
    display: 'inline-block',
    py: '1',
    textStyle: 'meta',
    color: 'muted',
    overflowWrap: 'anywhere',
    _hover: { textDecoration: 'underline' },
  },
})
