import { useState } from 'react'
import { ApiError } from '../../lib/api-error.ts'
import { t } from '../../lib/i18n.ts'
import { reasonText } from '../../lib/reason-text.ts'
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
  const create = useCreate()
  const dryRun = useDryRun()
  const [tried, setTried] = useState<{ subscription: string; payload: string | null }>()
  const form = useForm({
    initial: { url: '', subscription: exampleSubscription },
    schema: webhookSchema,
    onSubmit: async (values) => onCreated(await create(values)),
  })
  const { subscription } = form.values
  const tryIt = async () => {
    setTried(undefined)
    setTried({ subscription, payload: await dryRun(subscription) })
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

interface Failure {
  userErrors: readonly { field?: string | null; message: string; reason?: string | null }[]
}

/** The errors of the fields. A toast has shown those of the whole form. */
const toApiError = ({ userErrors }: Failure) =>
  new ApiError({
    status: 0,
    detail: '',
    fields: Object.fromEntries(userErrors.map((each) => [each.field ?? '', reasonText(each)])),
  })

/** @throws ApiError with the errors of the fields */
function useCreate() {
  const createWebhook = useCreateWebhookMutation()
  return async (input: Parameters<typeof createWebhook>[0]): Promise<string> => {
    let secret: string | null = null
    const outcome = await createWebhook(input, {
      update: (_cache, payload) => {
        secret = payload.secret
      },
    })
    if (!outcome.succeeded || secret === null) throw toApiError(outcome)
    return secret
  }
}

/** @throws ApiError with the errors of the fields */
function useDryRun() {
  const dryRunWebhook = useDryRunWebhookMutation()
  return async (subscription: string): Promise<string | null> => {
    let shown: string | null = null
    const outcome = await dryRunWebhook(
      { subscription },
      {
        update: (_cache, { payload }) => {
          shown = payload
        },
      },
    )
    if (!outcome.succeeded) throw toApiError(outcome)
    return shown
  }
}
