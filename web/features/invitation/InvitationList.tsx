import type { FragmentType } from '@apollo/client'
import { useState } from 'react'
import { limits } from '#rules/limits.ts'
import { t } from '../../lib/i18n.ts'
import type { FetchMore } from '../../lib/paging.ts'
import { invitationMessages } from '../../messages/invitations.ts'
import { PagedList } from '../../ui/PagedList.tsx'
import {
  type InvitationList_InvitationsFragment,
  useInvitationList_InvitationsFragment,
} from './InvitationList.generated.ts'
import { InvitationRow } from './InvitationRow.tsx'
import { RevokeInvitationDialog } from './RevokeInvitationDialog.tsx'

interface InvitationListProps {
  invitations: FragmentType<InvitationList_InvitationsFragment>
  isModerator: boolean
  fetchMore: FetchMore
}

/** The viewer's own invitations, newest first. */
export function InvitationList({ invitations, isModerator, fetchMore }: InvitationListProps) {
  const { edges, pageInfo } = useInvitationList_InvitationsFragment(invitations)
  const [revoking, setRevoking] = useState<{ id: string; open: boolean } | null>(null)
  return (
    <div>
      <PagedList
        label={t(invitationMessages.list)}
        pageInfo={pageInfo}
        onLoadMore={(after) => fetchMore({ variables: { first: limits.pageSize.default, after } })}
        texts={invitationMessages}
        none={t(invitationMessages.none)}
      >
        {edges.map(({ node }) => (
          <InvitationRow
            key={node.id}
            invitation={node}
            onRevoke={(id) => setRevoking({ id, open: true })}
          />
        ))}
      </PagedList>
      {revoking && (
        <RevokeInvitationDialog
          invitationId={revoking.id}
          isModerator={isModerator}
          open={revoking.open}
          onClose={() => setRevoking({ ...revoking, open: false })}
        />
      )}
    </div>
  )
}
