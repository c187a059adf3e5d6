import { useState } from 'react'
import { limits } from '#rules/limits.ts'
import { ApiError } from '../../lib/api-error.ts'
import { fullNumber } from '../../lib/format-number.ts'
import { t } from '../../lib/i18n.ts'
import { reasonText } from '../../lib/reason-text.ts'
import { useForm } from '../../lib/use-form.ts'
import { invitationMessages } from '../../messages/invitations.ts'
import { TextField } from '../../ui/Field.tsx'
import { SettingsForm } from '../auth/SettingsForm.tsx'
import { SettingsStep } from '../auth/SettingsStep.tsx'
import { StepButtons } from '../auth/StepButtons.tsx'
import { useViewer } from '../user/viewer.ts'
import { type FollowChoice, FollowPicker } from './FollowPicker.tsx'
import { useCreateInvitationMutation } from './InvitationForm.generated.ts'
import { invitationSchema } from './invitation-schema.ts'

const DAY_MS = 24 * 60 * 60 * 1000

interface InvitationFormProps {
  onCreated: (invitationId: string) => Promise<void>
  onCancel: () => void
}

/** Asks how many people can join, for how long, and whom they follow. */
export function InvitationForm({ onCreated, onCancel }: InvitationFormProps) {
  const viewer = useViewer()
  const [people, setPeople] = useState<readonly FollowChoice[]>(viewer ? [viewer] : [])
  const create = useCreate(onCreated)
  const form = useForm({
    initial: {
      uses: String(limits.invitationUses.default),
      days: String(limits.invitationDays.default),
    },
    schema: invitationSchema,
    onSubmit: ({ uses, days }) =>
      create({
        maxUses: Number(uses),
        expiresAt: new Date(Date.now() + Number(days) * DAY_MS).toISOString(),
        followIds: people.map(({ id }) => id),
      }),
    // A toast shows it already.
    onError: () => {},
  })
  return (
    <SettingsStep title={t(invitationMessages.newTitle)}>
      <SettingsForm {...form.props}>
        <TextField
          {...form.field('uses')}
          label={t(invitationMessages.uses)}
          hint={t(invitationMessages.usesHint(fullNumber(limits.invitationUses.max)))}
          inputMode="numeric"
          autoComplete="off"
        />
        <TextField
          {...form.field('days')}
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

/** @throws ApiError with the errors of the fields */
function useCreate(onCreated: InvitationFormProps['onCreated']) {
  const createInvitation = useCreateInvitationMutation()
  return async (input: Parameters<typeof createInvitation>[0]) => {
    let id: string | undefined
    const { succeeded, userErrors } = await createInvitation(input, {
      update: (_cache, { invitation }) => {
        id = invitation?.id
      },
      successToast: {
        title: t(invitationMessages.created),
        description: t(invitationMessages.createdDescription),
      },
    })
    if (succeeded && id) return onCreated(id)
    const names: Record<string, string> = { maxUses: 'uses', expiresAt: 'days' }
    const fields = Object.fromEntries(
      userErrors.map((error) => [names[error.field ?? ''] ?? '', reasonText(error)]),
    )
    throw new ApiError({ status: 0, detail: '', fields })
  }
}
