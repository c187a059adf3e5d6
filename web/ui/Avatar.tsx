import { chakra } from '@chakra-ui/react'
import { useState } from 'react'
import { hueOf } from '../lib/hue.ts'
import { initials } from '../lib/initials.ts'
import { smallPicture } from '../lib/small-picture.ts'

interface AvatarUser {
  id: string
  displayName: string
  avatar: string | null
}

interface AvatarProps {
  user: AvatarUser
  size?: 'avatar' | 'portrait' | '8'
  /** Told when the picture does not load. */
  onBroken?: () => void
}

/** A person's picture; without one, or when it does not load, the initials on the person's own colour. The name stands beside it. */
export function Avatar({ user, size = 'avatar', onBroken }: AvatarProps) {
  const [broken, setBroken] = useState<string>()
  const hue = `hue.${hueOf(user.id)}`
  return (
    <chakra.span
      position="relative"
      display="inline-flex"
      alignItems="center"
      justifyContent="center"
      flexShrink="0"
      boxSize={size}
      overflow="hidden"
      borderRadius="full"
      bg={`${hue}.ground`}
      color={`${hue}.ink`}
      textStyle={size === 'portrait' ? 'display' : size === 'avatar' ? 'name' : 'meta'}
      userSelect="none"
      aria-hidden
    >
      {initials(user.displayName)}
      {user.avatar && user.avatar !== broken && (
        <chakra.img
          src={smallPicture(user.avatar)}
          alt=""
          referrerPolicy="no-referrer"
          decoding="async"
          position="absolute"
          inset="0"
          boxSize="full"
          objectFit="cover"
          onError={() => {
            setBroken(user.avatar ?? undefined)
            onBroken?.()
          }}
        />
      )}
    </chakra.span>
  )
}
