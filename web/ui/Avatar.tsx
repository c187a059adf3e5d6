import { chakra } from '@chakra-ui/react'
import { useState } from 'react'
import { avatarUrl } from '../lib/avatar-url.ts'
import { hueOf } from '../lib/hue.ts'
import { initials } from '../lib/initials.ts'

interface AvatarUser {
  id: string
  displayName: string
  avatar: string | null
}

interface AvatarProps {
  user: AvatarUser
  size?: 'avatar' | 'portrait' | '8'
  /** Called when the picture does not load. */
  onBroken?: () => void
}

/** A user's picture, or their initials on their own colour. Decorative: the name is beside it. */
export function Avatar({ user, size = 'avatar', onBroken }: AvatarProps) {
  const [brokenUrl, setBrokenUrl] = useState<string>()
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
      bg={`${hue}.background`}
      color={`${hue}.ink`}
      textStyle={size === 'portrait' ? 'display' : size === 'avatar' ? 'name' : 'meta'}
      userSelect="none"
      aria-hidden
    >
      {initials(user.displayName)}
      {user.avatar && user.avatar !== brokenUrl && (
        <chakra.img
          src={avatarUrl(user.avatar, size === 'portrait')}
          alt=""
          referrerPolicy="no-referrer"
          decoding="async"
          position="absolute"
          inset="0"
          boxSize="full"
          objectFit="cover"
          onError={() => {
            setBrokenUrl(user.avatar ?? undefined)
            onBroken?.()
          }}
        />
      )}
    </chakra.span>
  )
}
