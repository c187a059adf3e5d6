import { chakra } from '@chakra-ui/react'
import { useState } from 'react'
import { t } from '../../lib/i18n.ts'
import { moderationMessages } from '../../messages/moderation.ts'
import { Muted } from '../../ui/Muted.tsx'

/**
 * The uploaded picture of a report, whole. Moderators see it also after it is hidden or deleted.
 */
export function EvidencePicture({ url, alt }: { url: string | null; alt: string }) {
  const [failed, setFailed] = useState(false)
  if (url === null || failed) return <Muted mt="3">{t(moderationMessages.photoGone)}</Muted>
  return (
    <chakra.img
      src={url}
      alt={alt}
      display="block"
      maxW="full"
      maxH="45dvh"
      mt="3"
      borderRadius="card"
      bg="subtle"
      onError={() => setFailed(true)}
    />
  )
}
