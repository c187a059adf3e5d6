import type { MessageDescriptor } from '@lingui/core'
import { useEffect, useState } from 'react'
import { t } from '../../lib/i18n.ts'
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx'

type Counted = (count: number) => MessageDescriptor

interface AnnouncementProps {
  list: { edges: readonly unknown[]; pageInfo: { hasNextPage: boolean } }
  texts: { none: MessageDescriptor; all: Counted; first: Counted }
}

/**
 * Announces the number of results to screen readers, which announce only changes: the text follows
 * its region.
 */
export function Announcement({ list: { edges, pageInfo }, texts }: AnnouncementProps) {
  const [announced, setAnnounced] = useState('')
  const counted = pageInfo.hasNextPage ? texts.first : texts.all
  const text = t(edges.length === 0 ? texts.none : counted(edges.length))
  useEffect(() => setAnnounced(text), [text])
  return <VisuallyHidden role="status">{announced}</VisuallyHidden>
}
