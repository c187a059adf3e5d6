import { chakra } from '@chakra-ui/react'
import { t } from '../../lib/i18n.ts'
import { reportsMessages } from '../../messages/reports.ts'

interface Snapshot {
  content: string | null
  imageUrl: string | null
  videoUrl: string | null
}

/** What was reported, as it was then. Its picture may be gone, so that words stand for it. */
export function SnapshotQuote({ snapshot }: { snapshot: Snapshot }) {
  const { content, imageUrl, videoUrl } = snapshot
  return (
    <Quote>
      {content ? (
        <chakra.p dir="auto" whiteSpace="pre-wrap">
          {content}
        </chakra.p>
      ) : (
        <chakra.p color="muted">{t(reportsMessages.noText)}</chakra.p>
      )}
      {(imageUrl || videoUrl) && (
        <chakra.p textStyle="meta" color="muted">
          {t(imageUrl ? reportsMessages.photo : reportsMessages.video)}
        </chakra.p>
      )}
    </Quote>
  )
}

export const Quote = chakra('blockquote', {
  base: { px: '3', py: '2', bg: 'subtle', borderRadius: 'control', overflowWrap: 'anywhere' },
})
