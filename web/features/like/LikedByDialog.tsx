import { t } from '../../lib/i18n.ts'
import { peopleMessages } from '../../messages/people.ts'
import { Muted } from '../../ui/Muted.tsx'
import { PeopleDialog, type PostPeopleProps } from '../follow/PeopleDialog.tsx'
import { PersonList } from '../follow/PersonList.tsx'
import { useLikedByQuery } from './LikedBy.generated.ts'

/** The people who like a post, newest first. */
export default function LikedByDialog({ postId, ...dialog }: PostPeopleProps) {
  const { data, error, fetchMore, refetch } = useLikedByQuery({
    variables: { postId },
    fetchPolicy: 'cache-and-network',
  })
  const users = data?.node?.__typename === 'Post' ? data.node.likedBy : undefined
  return (
    <PeopleDialog title={t(peopleMessages.likedBy)} error={error} onRetry={refetch} {...dialog}>
      {users ? (
        <PersonList
          users={users}
          fetchMore={fetchMore}
          empty={<Muted>{t(peopleMessages.noLikes)}</Muted>}
        />
      ) : (
        data && <Muted>{t(peopleMessages.postGone)}</Muted>
      )}
    </PeopleDialog>
  )
}
