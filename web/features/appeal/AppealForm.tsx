import * as z from 'zod/mini'
import { appealText } from '#rules/fields.ts'
import { limits } from '#rules/limits.ts'
import { fullNumber } from '../../lib/format-number.ts'
import { t } from '../../lib/i18n.ts'
import { useForm } from '../../lib/use-form.ts'
import { appealMessages } from '../../messages/appeals.ts'
import { TextareaField } from '../../ui/Field.tsx'
import { SettingsForm } from '../auth/SettingsForm.tsx'
import { SettingsStep } from '../auth/SettingsStep.tsx'
import { StepButtons } from '../auth/StepButtons.tsx'
import { useAppealDecisionMutation } from './DecisionRow.generated.ts'

interface AppealFormProps {
  /** The id of the decision. */
  eventId: string
  onSent: () => void
  onCancel: () => void
}

const schema = z.object({ text: appealText })

/** Asks moderators to look at a decision again. */
export function AppealForm({ eventId, onSent, onCancel }: AppealFormProps) {
  const appeal = useAppealDecisionMutation()
  const form = useForm({
    initial: { text: '' },
    schema,
    onSubmit: async ({ text }) => {
      const { error } = await appeal(
        { eventId, text },
        {
          successToast: {
            title: t(appealMessages.sent),
            description: t(appealMessages.sentAbout),
          },
        },
      )
      if (error) throw error
    },
    onSent,
  })
  return (
    <SettingsStep title={t(appealMessages.formTitle)} about={t(appealMessages.formAbout)}>
      <SettingsForm {...form.props}>
        <TextareaField
          {...form.field('text')}
          label={t(appealMessages.text)}
          hint={t(appealMessages.textHint(fullNumber(limits.appealLength)))}
          rows={5}
          dir="auto"
        />
        <StepButtons
          submitLabel={t(appealMessages.send)}
          isBusy={form.isBusy}
          onCancel={onCancel}
        />
      </SettingsForm>
    </SettingsStep>
  )
}
