import type { FragmentType } from '@apollo/client'
import { chakra } from '@chakra-ui/react'
import { useId, useState } from 'react'
import { profilePath } from '#rules/paths.ts'
import { useLoadedLists } from '../../apollo/loaded-lists.ts'
import { focusSection, SettingsRow } from '../../features/auth/SettingsSection.tsx'
import { useUnblockUserMutation } from '../../features/block/HideEntries.generated.ts'
import { useToggleMute } from '../../features/block/use-mute.ts'
import { UserAvatar } from '../../features/user/UserAvatar.tsx'
import { UserLink } from '../../features/user/UserLink.tsx'
import { t } from '../../lib/i18n.ts'
import { blockMessages } from '../../messages/block.ts'
import { peopleMessages } from '../../messages/people.ts'
import { Button } from '../../ui/Button.tsx'
import { lazyDialog } from '../../ui/lazy-dialog.tsx'
import { PagedList } from '../../ui/PagedList.tsx'
import {
  type HiddenPeople_UsersFragment,
  useHiddenPeople_UsersFragment,
} from './HiddenPeople.generated.ts'

const ReportDialog = lazyDialog(() => import('../../features/report/ReportDialog.tsx'))

type Kind = 'muted' | 'blocked'
type HiddenPerson = HiddenPeople_UsersFragment['edges'][number]['node']

interface HiddenPeopleListProps {
  users: FragmentType<HiddenPeople_UsersFragment>
  kind: Kind
  sectionId: string
  onEnded: () => Promise<unknown>
  /** @param after the cursor of the next page */
  onLoadMore: (after: string | null) => Promise<unknown>
}

export function HiddenPeopleList({
  users,
  kind,
  sectionId,
  onEnded,
  onLoadMore,
}: HiddenPeopleListProps) {
  const { edges, pageInfo } = useHiddenPeople_UsersFragment(users)
  const end = useEnd(kind)
  const isMuted = kind === 'muted'
  const endAndReload = async (user: HiddenPerson) => {
    await end(user)
    await onEnded().catch(() => {})
    // The focused button disappears with its row.
    focusSection(sectionId)
  }
  return (
    <PagedList
      label={t(isMuted ? blockMessages.mutedPeople : blockMessages.blockedPeople)}
      pageInfo={pageInfo}
      onLoadMore={onLoadMore}
      texts={peopleMessages}
      none={t(isMuted ? blockMessages.noMuted : blockMessages.noBlocked)}
    >
      {edges.map(({ node }) => (
        <PersonRow key={node.id} person={node} kind={kind} onEnd={endAndReload} />
      ))}
    </PagedList>
  )
}

function useEnd(kind: Kind) {
  const toggleMute = useToggleMute()
  const unblock = useUnblockUserMutation()
  const lists = useLoadedLists()
  return async (user: HiddenPerson) => {
    if (kind === 'muted') return toggleMute({ ...user, isMuted: true })
    const successToast = { title: t(blockMessages.unblocked(user.displayName)) }
    const { error } = await unblock({ userId: user.id }, { successToast })
    if (!error) await lists.reload()
  }
}

interface PersonRowProps {
  person: HiddenPerson
  kind: Kind
  onEnd: (user: HiddenPerson) => void
}

function PersonRow({ person, kind, onEnd }: PersonRowProps) {
  const isMuted = kind === 'muted'
  const name = isMuted ? blockMessages.unmuteName : blockMessages.unblockName
  return (
    <SettingsRow>
      <UserAvatar user={person} />
      <chakra.div flex="1" minW="8rem" position="relative">
        <chakra.p textStyle="name" overflowWrap="anywhere">
          <bdi>
            {/* The profile of a blocked person does not exist for the viewer. */}
            {isMuted ? (
              <UserLink to={profilePath(person.username)}>{person.displayName}</UserLink>
            ) : (
              person.displayName
            )}
          </bdi>
        </chakra.p>
        <chakra.p textStyle="meta" color="muted" overflowWrap="anywhere">
          <bdi>@{person.username}</bdi>
        </chakra.p>
      </chakra.div>
      {!isMuted && <ReportButton person={person} />}
      <Button
        variant="ghost"
        me="-3"
        aria-label={t(name(person.displayName))}
        onClick={() => onEnd(person)}
      >
        {t(isMuted ? blockMessages.unmute : blockMessages.unblock)}
      </Button>
    </SettingsRow>
  )
}

/** Nothing else leads to a person who is blocked. */
function ReportButton({ person }: { person: HiddenPerson }) {
  const id = useId()
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button
        id={id}
        variant="ghost"
        aria-label={t(blockMessages.reportName(person.displayName))}
        onClick={() => setOpen(true)}
      >
        {t(blockMessages.report)}
      </Button>
      <ReportDialog
        subject={{ id: person.id, kind: 'USER', user: person }}
        buttonId={id}
        open={isOpen}
        onClose={() => setOpen(false)}
        onBlock={() => {}}
      />
    </>
  )
}
