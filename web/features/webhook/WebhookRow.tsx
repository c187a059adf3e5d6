import type { FragmentType } from '@apollo/client'
import { chakra, Flex } from '@chakra-ui/react'
import { useState } from 'react'
import { fullDate } from '../../lib/dates.ts'
import { t } from '../../lib/i18n.ts'
import { webhookMessages } from '../../messages/webhooks.ts'
import { Button } from '../../ui/Button.tsx'
import { SettingsRow } from '../auth/SettingsSection.tsx'
import { DeliveryList } from './DeliveryList.tsx'
import {
  useResumeWebhookMutation,
  useWebhookRow_WebhookFragment,
  type WebhookRow_WebhookFragment,
} from './WebhookRow.generated.ts'

interface WebhookRowProps {
  webhook: FragmentType<WebhookRow_WebhookFragment>
  onDelete: (webhookId: string) => void
}

/** A webhook: its address, its subscription, and on demand its messages. */
export function WebhookRow({ webhook: reference, onDelete }: WebhookRowProps) {
  const webhook = useWebhookRow_WebhookFragment(reference)
  const { id, url, subscription, createdAt, pausedAt } = webhook
  const [isOpen, setOpen] = useState(false)
  const resume = useResumeWebhookMutation()
  const successToast = { title: t(webhookMessages.resumed) }
  return (
    <SettingsRow>
      <chakra.div flex="1" minW="14rem">
        <chakra.p textStyle="name" overflowWrap="anywhere">
          <bdi>{url}</bdi>
        </chakra.p>
        <chakra.p textStyle="meta" color="muted">
          {pausedAt
            ? t(webhookMessages.paused(fullDate(new Date(pausedAt))))
            : t(webhookMessages.since(fullDate(new Date(createdAt))))}
        </chakra.p>
        <chakra.p
          textStyle="meta"
          color="muted"
          fontFamily="monospace"
          overflowWrap="anywhere"
          dir="ltr"
        >
          {subscription.replace(/\s+/g, ' ')}
        </chakra.p>
      </chakra.div>
      <Flex gap="2" wrap="wrap">
        {pausedAt && (
          <Button
            variant="outline"
            aria-label={t(webhookMessages.resumeNamed(url))}
            onClick={() => resume({ webhookId: id }, { successToast })}
          >
            {t(webhookMessages.resume)}
          </Button>
        )}
        <Button
          variant="outline"
          aria-expanded={isOpen}
          aria-label={t(webhookMessages.showMessagesNamed(url))}
          onClick={() => setOpen(!isOpen)}
        >
          {t(webhookMessages.showMessages)}
        </Button>
        <Button
          variant="ghost"
          aria-label={t(webhookMessages.deleteNamed(url))}
          onClick={() => onDelete(id)}
        >
          {t(webhookMessages.delete)}
        </Button>
      </Flex>
      {isOpen && <DeliveryList webhookId={id} url={url} />}
    </SettingsRow>
  )
}
