import type { FragmentType } from '@apollo/client'
import { useState } from 'react'
import { limits } from '#rules/limits.ts'
import { fullNumber } from '../../lib/format-number.ts'
import { t } from '../../lib/i18n.ts'
import { useForm } from '../../lib/use-form.ts'
import { invitationMessages } from '../../messages/invitations.ts'
import { TextField } from '../../ui/Field.tsx'
import { SettingsForm } from '../auth/SettingsForm.tsx'
import { SettingsStep } from '../auth/SettingsStep.tsx'
import { StepButtons } from '../auth/StepButtons.tsx'
import { type FollowChoice, FollowPicker } from './FollowPicker.tsx'
import {
  type InvitationForm_ViewerFragment,
  useCreateInvitationMutation,
  useInvitationForm_ViewerFragment,
} from './InvitationForm.generated.ts'
import { inputOf, invitationSchema } from './invitation-schema.ts'

interface InvitationFormProps {
  viewer: FragmentType<InvitationForm_ViewerFragment>
  onCreated: (invitationId: string) => Promise<void>
  onCancel: () => void
}

/** Asks how many people can join, for how long, and whom they follow. */
export function InvitationForm({ viewer, onCreated, onCancel }: InvitationFormProps) {
  const self = useInvitationForm_ViewerFragment(viewer)
  const [people, setPeople] = useState<readonly FollowChoice[]>([self])
  const createInvitation = useCreateInvitationMutation()
  const form = useForm({
    initial: {
      maxUses: String(limits.invitationUses.default),
      expiresAt: String(limits.invitationDays.default),
    },
    schema: invitationSchema,
    onSubmit: async (values) => {
      const { invitation, error } = await createInvitation(inputOf(values, people), {
        successToast: {
          title: t(invitationMessages.created),
          description: t(invitationMessages.createdDescription),
        },
      })
      if (error) throw error
      if (invitation) await onCreated(invitation.id)
    },
  })
  return (
    <SettingsStep title={t(invitationMessages.newTitle)}>
      <SettingsForm {...form.props}>
        <TextField
          {...form.field('maxUses')}
          label={t(invitationMessages.uses)}
          hint={t(invitationMessages.usesHint(fullNumber(limits.invitationUses.max)))}
          inputMode="numeric"
          autoComplete="off"
        />
        <TextField
          {...form.field('expiresAt')}
          label={t(invitationMessages.days)}
          hint={t(invitationMessages.daysHint(limits.invitationDays.max))}
          inputMode="numeric"
          autoComplete="off"
        />
        <FollowPicker people={people} onChange={setPeople} />
        <StepButtons
          submitLabel={t(invitationMessages.create)}
          isBusy={form.isBusy}
          onCancel={onCancel}
        />
      </SettingsForm>
    </SettingsStep>
  )
}
