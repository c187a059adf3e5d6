import { chakra } from '@chakra-ui/react'
import { useState } from 'react'
import { t } from '../../lib/i18n.ts'
import { postReasonMessages } from '../../messages/post-reasons.ts'
import { Muted } from '../../ui/Muted.tsx'

/** A picture on another site, in a box of fixed ratio: its size is unknown. Sends no referrer. */
export function LinkedPicture({ url, alt }: { url: string; alt: string }) {
  const [failed, setFailed] = useState(false)
  return (
    <chakra.div
      display="flex"
      alignItems="center"
      justifyContent="center"
      mt="3"
      aspectRatio="4 / 3"
      overflow="hidden"
      bg="subtle"
      borderRadius="card"
    >
      {failed ? (
        <Muted>{t(postReasonMessages.IMAGE_URL_INVALID)}</Muted>
      ) : (
        <chakra.img
          src={url}
          alt={alt}
          referrerPolicy="no-referrer"
          loading="lazy"
          decoding="async"
          boxSize="full"
          objectFit="contain"
          onError={() => setFailed(true)}
        />
      )}
    </chakra.div>
  )
}
