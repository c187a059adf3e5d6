import type { FragmentType } from '@apollo/client'
import { type ComponentProps, useState } from 'react'
import { paths } from '#rules/paths.ts'
import { t } from '../../lib/i18n.ts'
import { invitationMessages } from '../../messages/invitations.ts'
import { Button } from '../../ui/Button.tsx'
import { FailedPart } from '../../ui/FailedPart.tsx'
import { FailedState } from '../../ui/FailedState.tsx'
import { PageLink } from '../../ui/PageLink.tsx'
import { focusSection, SettingsSection } from '../auth/SettingsSection.tsx'
import { InvitationForm } from './InvitationForm.tsx'
import { InvitationList } from './InvitationList.tsx'
import { copyButtonId } from './InvitationRow.tsx'
import {
  type InvitationsSection_ViewerFragment,
  useInvitationsSection_ViewerFragment,
} from './InvitationsSection.generated.ts'
import { SECTION_ID } from './section-id.ts'

interface InvitationsSectionProps
  extends Pick<ComponentProps<typeof InvitationList>, 'invitations' | 'fetchMore'> {
  viewer: FragmentType<InvitationsSection_ViewerFragment>
  /** Why the list failed to load again. */
  error: unknown
  /** Loads the list again. */
  refetch: () => Promise<unknown>
}

/** The viewer's invitations, and a form for another one. */
export function InvitationsSection({
  viewer: reference,
  error,
  refetch,
  ...list
}: InvitationsSectionProps) {
  const viewer = useInvitationsSection_ViewerFragment(reference)
  const { role, canInvite } = viewer
  const isModerator = role !== null && role !== 'MEMBER'
  const [isOpen, setOpen] = useState(false)
  const handleCreated = async (id: string) => {
    setOpen(false)
    await refetch().catch(() => {})
    document.getElementById(copyButtonId(id))?.focus()
  }
  const cancel = () => {
    setOpen(false)
    focusSection(SECTION_ID)
  }
  return (
    <SettingsSection
      id={SECTION_ID}
      title={t(invitationMessages.title)}
      about={t(canInvite ? invitationMessages.about : invitationMessages.closed)}
    >
      {isModerator && (
        <PageLink to={paths.applications} alignSelf="flex-start" textStyle="body">
          {t(invitationMessages.applications)}
        </PageLink>
      )}
      {isOpen && <InvitationForm viewer={viewer} onCreated={handleCreated} onCancel={cancel} />}
      {canInvite && !isOpen && (
        <Button variant="outline" alignSelf="flex-start" onClick={() => setOpen(true)}>
          {t(invitationMessages.invite)}
        </Button>
      )}
      {!!error && (
        <FailedPart title={t(invitationMessages.failed)} error={error} onRetry={refetch} />
      )}
      <InvitationList {...list} isModerator={isModerator} />
    </SettingsSection>
  )
}

/** Shown in place of the section when the invitations fail to load. */
export function InvitationsFailed({
  error,
  onRetry,
}: {
  error: unknown
  onRetry: () => Promise<unknown>
}) {
  return (
    <SettingsSection id={SECTION_ID} title={t(invitationMessages.title)}>
      <FailedState title={t(invitationMessages.failed)} error={error} onRetry={onRetry} />
    </SettingsSection>
  )
}
