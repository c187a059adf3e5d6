import type { FragmentType } from '@apollo/client'
import { chakra } from '@chakra-ui/react'
import { fullDateTime } from '../../lib/dates.ts'
import { t } from '../../lib/i18n.ts'
import { webhookMessages } from '../../messages/webhooks.ts'
import { Button } from '../../ui/Button.tsx'
import { SettingsRow } from '../auth/SettingsSection.tsx'
import {
  type DeliveryRow_DeliveryFragment,
  useDeliveryRow_DeliveryFragment,
  useRedeliverWebhookMutation,
} from './DeliveryRow.generated.ts'

interface DeliveryRowProps {
  delivery: FragmentType<DeliveryRow_DeliveryFragment>
  /** Called after it was made due again, which also resumes a paused webhook. */
  onSent: () => Promise<unknown>
}

/** A message: its time, how far it came, and a button to send it again. */
export function DeliveryRow({ delivery: reference, onSent }: DeliveryRowProps) {
  const delivery = useDeliveryRow_DeliveryFragment(reference)
  const redeliver = useRedeliverWebhookMutation()
  const time = fullDateTime(new Date(delivery.createdAt))
  const sendAgain = async () => {
    const successToast = { title: t(webhookMessages.sent) }
    const { error } = await redeliver({ deliveryId: delivery.id }, { successToast })
    if (!error) await onSent().catch(() => {})
  }
  return (
    <SettingsRow>
      <chakra.div flex="1" minW="12rem">
        <chakra.p textStyle="body">{time}</chakra.p>
        <chakra.p textStyle="meta" color={delivery.status === 'FAILED' ? 'bad' : 'muted'}>
          {stateOf(delivery)}
          <br />
          {reasonOf(delivery)}
        </chakra.p>
      </chakra.div>
      <Button
        variant="ghost"
        me="-3"
        aria-label={t(webhookMessages.sendAgainNamed(time))}
        onClick={sendAgain}
      >
        {t(webhookMessages.sendAgain)}
      </Button>
    </SettingsRow>
  )
}

function stateOf({
  status,
  attempts,
  nextAttemptAt,
  responseStatus,
}: DeliveryRow_DeliveryFragment): string {
  if (status === 'DELIVERED') return t(webhookMessages.delivered(responseStatus ?? 200))
  if (status === 'FAILED') return t(webhookMessages.gaveUp)
  return attempts > 0 && nextAttemptAt
    ? t(webhookMessages.retrying(attempts, fullDateTime(new Date(nextAttemptAt))))
    : t(webhookMessages.pending)
}

/** Why the last attempt failed. */
function reasonOf({ status, responseStatus, failure }: DeliveryRow_DeliveryFragment) {
  if (status === 'DELIVERED') return null
  return responseStatus === null ? failure : t(webhookMessages.answered(responseStatus))
}
