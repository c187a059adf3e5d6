import { t } from '../../lib/i18n.ts'
import { feedPageMessages } from '../../messages/feed-page.ts'
import { EmptyFeedDrawing } from '../../ui/drawings/EmptyFeedDrawing.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'

export default function EmptyFeed() {
  return <EmptyState drawing={<EmptyFeedDrawing />} title={t(feedPageMessages.empty)} />
}
