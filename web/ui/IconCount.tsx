import { chakra } from '@chakra-ui/react'
import type { LucideIcon } from 'lucide-react'
import { counted, shortNumber } from '../lib/short-number.ts'
import { Icon } from './Icon.tsx'
import { VisuallyHidden } from './VisuallyHidden.tsx'

/** A number beside its sign: short to see, whole and with its noun to hear. */
export function Count({ icon, count, noun }: { icon: LucideIcon; count: number; noun: string }) {
  return (
    <chakra.span
      display="inline-flex"
      alignItems="center"
      gap="2"
      minH="touch"
      color="muted"
      textStyle="meta"
    >
      <Icon as={icon} />
      <chakra.span fontVariantNumeric="tabular-nums" aria-hidden>
        {shortNumber(count)}
      </chakra.span>
      <VisuallyHidden>{counted(count, noun)}</VisuallyHidden>
    </chakra.span>
  )
}
