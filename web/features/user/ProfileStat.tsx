import { chakra } from '@chakra-ui/react'
import { shortNumber } from '../../lib/format-number.ts'
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx'

const fullNumber = new Intl.NumberFormat('en')

/** "1.2k Followers"; screen readers get the full number. */
export function ProfileStat({ count, label }: { count: number; label: string }) {
  return (
    <span>
      <chakra.strong
        color="ink"
        fontWeight="semibold"
        fontVariantNumeric="tabular-nums"
        aria-hidden
      >
        {shortNumber(count)}
      </chakra.strong>
      <VisuallyHidden>{fullNumber.format(count)}</VisuallyHidden> {label}
    </span>
  )
}
