import type { FragmentType } from '@apollo/client'
import { useState } from 'react'
import { limits } from '#rules/limits.ts'
import { t } from '../../lib/i18n.ts'
import { webhookMessages } from '../../messages/webhooks.ts'
import { Button } from '../../ui/Button.tsx'
import { Muted } from '../../ui/Muted.tsx'
import { focusSection } from '../auth/SettingsSection.tsx'
import { DeleteWebhookDialog } from './DeleteWebhookDialog.tsx'
import { SecretStep } from './SecretStep.tsx'
import { SECTION_ID } from './section-id.ts'
import { WebhookForm } from './WebhookForm.tsx'
import type { WebhookRow_WebhookFragment } from './WebhookRow.generated.ts'
import { WebhookRow } from './WebhookRow.tsx'

interface WebhooksSectionProps {
  webhooks: readonly ({ id: string } & FragmentType<WebhookRow_WebhookFragment>)[]
  /** Loads the list again. */
  refetch: () => Promise<unknown>
}

/** Adding a webhook: closed, the form, or the secret of the new one. */
type Step = { name: 'closed' } | { name: 'form' } | { name: 'secret'; secret: string }

/** The viewer's webhooks, and a form for another one. */
export function WebhooksSection({ webhooks, refetch }: WebhooksSectionProps) {
  const [step, setStep] = useState<Step>({ name: 'closed' })
  const [deleting, setDeleting] = useState<{ id: string; open: boolean } | null>(null)
  const close = () => {
    setStep({ name: 'closed' })
    // The focused button disappears.
    focusSection(SECTION_ID)
  }
  const isFull = webhooks.length >= limits.webhooks
  return (
    <>
      {webhooks.length > 0 ? (
        <ul aria-label={t(webhookMessages.list)}>
          {webhooks.map((webhook) => (
            <WebhookRow
              key={webhook.id}
              webhook={webhook}
              onDelete={(id) => setDeleting({ id, open: true })}
            />
          ))}
        </ul>
      ) : (
        <Muted>{t(webhookMessages.none)}</Muted>
      )}
      {step.name === 'secret' && <SecretStep secret={step.secret} onDone={close} />}
      {step.name === 'form' && (
        <WebhookForm
          onCreated={(secret) => {
            setStep({ name: 'secret', secret })
            void refetch().catch(() => {})
          }}
          onCancel={close}
        />
      )}
      {step.name === 'closed' &&
        (isFull ? (
          <Muted>{t(webhookMessages.full(limits.webhooks))}</Muted>
        ) : (
          <Button
            variant="outline"
            alignSelf="flex-start"
            onClick={() => setStep({ name: 'form' })}
          >
            {t(webhookMessages.add)}
          </Button>
        ))}
      {deleting && (
        <DeleteWebhookDialog
          webhookId={deleting.id}
          open={deleting.open}
          onClose={() => setDeleting({ ...deleting, open: false })}
          onDeleted={refetch}
        />
      )}
    </>
  )
}
