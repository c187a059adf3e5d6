import { chakra } from '@chakra-ui/react'
import { limits } from '#rules/limits.ts'
import { t } from '../../lib/i18n.ts'
import { webhookMessages } from '../../messages/webhooks.ts'
import { LoadMore } from '../../ui/LoadMore.tsx'
import { LoadState } from '../../ui/LoadState.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { useWebhookDeliveriesQuery } from './DeliveryList.generated.ts'
import { DeliveryRow } from './DeliveryRow.tsx'

const first = limits.pageSize.default

/** The messages of a webhook in the last week, newest first. */
export function DeliveryList({ webhookId, url }: { webhookId: string; url: string }) {
  // The server changes them all the time.
  const { data, error, refetch, fetchMore } = useWebhookDeliveriesQuery({
    variables: { id: webhookId, first },
    fetchPolicy: 'cache-and-network',
  })
  const deliveries = data?.node?.__typename === 'Webhook' ? data.node.deliveries : undefined
  if (data && !deliveries) return <Note>{t(webhookMessages.gone)}</Note>
  if (!deliveries)
    return (
      <LoadState
        title={t(webhookMessages.messagesFailed)}
        error={error}
        onRetry={refetch}
        loading={<Skeleton h="16" w="full" />}
      />
    )
  const { edges, pageInfo } = deliveries
  if (edges.length === 0) return <Note>{t(webhookMessages.noMessages)}</Note>
  return (
    <chakra.div w="full" ps="4">
      <ul aria-label={t(webhookMessages.messages(url))}>
        {edges.map(({ node }) => (
          <DeliveryRow key={node.id} delivery={node} onSent={refetch} />
        ))}
      </ul>
      <LoadMore
        isHiddenIfShort
        hasMore={pageInfo.hasNextPage}
        onLoadMore={() => fetchMore({ variables: { first, after: pageInfo.endCursor } })}
        texts={webhookMessages}
      />
    </chakra.div>
  )
}

const Note = chakra('p', { base: { textStyle: 'meta', color: 'muted', w: 'full' } })
