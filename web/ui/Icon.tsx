import { chakra } from '@chakra-ui/react'
import type { LucideIcon } from 'lucide-react'

interface IconProps {
  as: LucideIcon
  size?: 'icon' | '6' | '8'
  /** Whether it points where reading goes, so that it is mirrored from right to left. */
  isDirectional?: boolean
}

/** A decorative icon; the text beside it or the button's name says the same. */
export function Icon({ as: Lucide, size = 'icon', isDirectional }: IconProps) {
  return (
    <chakra.span
      display="inline-flex"
      flexShrink="0"
      boxSize={size}
      aria-hidden
      {...(isDirectional && { css: { '[dir=rtl] &': { transform: 'scaleX(-1)' } } })}
    >
      <Lucide width="100%" height="100%" strokeWidth={1.9} focusable="false" />
    </chakra.span>
  )
}
