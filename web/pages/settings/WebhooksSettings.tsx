import { SettingsSection } from '../../features/auth/SettingsSection.tsx'
import { SECTION_ID } from '../../features/webhook/section-id.ts'
import { WebhooksSection } from '../../features/webhook/WebhooksSection.tsx'
import { t } from '../../lib/i18n.ts'
import { webhookMessages } from '../../messages/webhooks.ts'
import { LoadState } from '../../ui/LoadState.tsx'
import { useWebhooksQuery } from './Webhooks.generated.ts'

/** The viewer's webhooks. */
export function WebhooksSettings() {
  // The server pauses webhooks by itself.
  const { data, error, refetch } = useWebhooksQuery({ fetchPolicy: 'cache-and-network' })
  const webhooks = data?.viewer?.webhooks
  return (
    <SettingsSection
      id={SECTION_ID}
      title={t(webhookMessages.title)}
      about={t(webhookMessages.about)}
    >
      <LoadState
        title={t(webhookMessages.failed)}
        error={error}
        onRetry={refetch}
        hasData={Boolean(webhooks)}
      />
      {webhooks && <WebhooksSection webhooks={webhooks} refetch={refetch} />}
    </SettingsSection>
  )
}
