import { chakra } from '@chakra-ui/react'
import type { LucideIcon } from 'lucide-react'

/** A decorative icon; the text beside it or the button's name says the same. */
export function Icon({ as: Lucide, size = 'icon' }: { as: LucideIcon; size?: 'icon' | '6' | '8' }) {
  return (
    <chakra.span display="inline-flex" flexShrink="0" boxSize={size} aria-hidden>
      <Lucide width="100%" height="100%" strokeWidth={1.9} focusable="false" />
    </chakra.span>
  )
}
