import { chakra } from '@chakra-ui/react'
import type { LucideIcon } from 'lucide-react'

/** A line icon beside its word, or in a button that has a name: decoration for a screen reader. */
export function Icon({ as: Lucide, size = 'icon' }: { as: LucideIcon; size?: 'icon' | '6' | '8' }) {
  return (
    <chakra.span display="inline-flex" flexShrink="0" boxSize={size} aria-hidden>
      <Lucide width="100%" height="100%" strokeWidth={1.9} focusable="false" />
    </chakra.span>
  )
}
