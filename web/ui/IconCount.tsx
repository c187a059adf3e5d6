import { chakra } from '@chakra-ui/react'
import type { LucideIcon } from 'lucide-react'
import { shortNumber } from '../lib/format-number.ts'
import { Icon } from './Icon.tsx'
import { VisuallyHidden } from './VisuallyHidden.tsx'

/** An icon and a short number ("1.2k"); screen readers get the label. */
export function IconCount({
  icon,
  count,
  label,
}: {
  icon: LucideIcon
  count: number
  /** The full number and what it counts. */
  label: string
}) {
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
      <VisuallyHidden>{label}</VisuallyHidden>
    </chakra.span>
  )
}
