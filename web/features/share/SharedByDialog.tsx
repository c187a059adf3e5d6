import { t } from '../../lib/i18n.ts'
import { peopleMessages } from '../../messages/people.ts'
import { Muted } from '../../ui/Muted.tsx'
import { PeopleDialog, type PostPeopleProps } from '../follow/PeopleDialog.tsx'
import { People } from '../follow/PersonList.tsx'
import { useSharedByPeopleQuery } from './SharedByPeople.generated.ts'

/** The people who shared a post with their comments, newest first. */
export default function SharedByDialog({ postId, ...dialog }: PostPeopleProps) {
  const { data, error, fetchMore, refetch } = useSharedByPeopleQuery({
    variables: { postId },
    fetchPolicy: 'cache-and-network',
  })
  const shares = data?.node?.__typename === 'Post' ? data.node.shares : undefined
  return (
    <PeopleDialog title={t(peopleMessages.sharedBy)} error={error} onRetry={refetch} {...dialog}>
      {shares ? (
        <People
          people={shares.edges.map(({ node }) => node.actor)}
          comments={shares.edges.map(({ node }) => node.comment)}
          pageInfo={shares.pageInfo}
          fetchMore={fetchMore}
          empty={<Muted>{t(peopleMessages.noShares)}</Muted>}
        />
      ) : (
        data && <Muted>{t(peopleMessages.postGone)}</Muted>
      )}
    </PeopleDialog>
  )
}
