import { chakra } from '@chakra-ui/react'
import { useState } from 'react'
import { t } from '../../lib/i18n.ts'
import { moderationMessages } from '../../messages/moderation.ts'

/**
 * The uploaded picture of a report, whole. Moderators see it also after it is hidden or deleted.
 */
export function EvidencePicture({ url, alt }: { url: string | null; alt: string }) {
  const [failed, setFailed] = useState(false)
  if (url === null || failed)
    return (
      <chakra.p textStyle="body" color="muted" mt="3">
        {t(moderationMessages.photoGone)}
      </chakra.p>
    )
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
