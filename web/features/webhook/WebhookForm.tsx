import { useState } from 'react'
import { t } from '../../lib/i18n.ts'
import { useForm } from '../../lib/use-form.ts'
import { webhookMessages } from '../../messages/webhooks.ts'
import { Button } from '../../ui/Button.tsx'
import { TextareaField, TextField } from '../../ui/Field.tsx'
import { SettingsForm } from '../auth/SettingsForm.tsx'
import { SettingsStep } from '../auth/SettingsStep.tsx'
import { StepButtons } from '../auth/StepButtons.tsx'
import { DryRunResult } from './DryRunResult.tsx'
import { useCreateWebhookMutation, useDryRunWebhookMutation } from './WebhookForm.generated.ts'
import { exampleSubscription, webhookSchema } from './webhook-form.ts'

interface WebhookFormProps {
  onCreated: (secret: string) => void
  onCancel: () => void
}

/** Asks for the address and the subscription, and shows what would be sent. */
export function WebhookForm({ onCreated, onCancel }: WebhookFormProps) {
  const createWebhook = useCreateWebhookMutation()
  const dryRunWebhook = useDryRunWebhookMutation()
  const [tried, setTried] = useState<{ subscription: string; payload: string | null }>()
  const form = useForm({
    initial: { url: '', subscription: exampleSubscription },
    schema: webhookSchema,
    onSubmit: async (values) => {
      const { secret, error } = await createWebhook(values)
      if (error) throw error
      if (secret) onCreated(secret)
    },
  })
  const { subscription } = form.values
  const tryIt = async () => {
    setTried(undefined)
    const { delivery, error } = await dryRunWebhook({ subscription })
    if (error) throw error
    setTried({ subscription, payload: delivery?.payload ?? null })
  }
  return (
    <SettingsStep title={t(webhookMessages.newTitle)}>
      <SettingsForm {...form.props}>
        <TextField
          {...form.field('url')}
          label={t(webhookMessages.url)}
          hint={t(webhookMessages.urlHint)}
          type="url"
          inputMode="url"
          autoComplete="off"
          placeholder="https://"
          dir="ltr"
        />
        <TextareaField
          {...form.field('subscription')}
          label={t(webhookMessages.subscription)}
          hint={t(webhookMessages.subscriptionHint)}
          fontFamily="monospace"
          rows={8}
          spellCheck={false}
          dir="ltr"
        />
        <Button variant="ghost" alignSelf="flex-start" onClick={() => form.send(tryIt)}>
          {t(webhookMessages.tryIt)}
        </Button>
        {/* The result of another text would mislead. */}
        <DryRunResult payload={tried?.subscription === subscription ? tried.payload : undefined} />
        <StepButtons
          submitLabel={t(webhookMessages.create)}
          isBusy={form.isBusy}
          onCancel={onCancel}
        />
      </SettingsForm>
    </SettingsStep>
  )
}
