import { chakra } from '@chakra-ui/react'
import { shortNumber } from '../../lib/short-number.ts'
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx'

const full = new Intl.NumberFormat('en')

/** A number and what it counts: short to see, whole to hear. */
export function Count({ count, word }: { count: number; word: string }) {
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
      <VisuallyHidden>{full.format(count)}</VisuallyHidden> {word}
    </span>
  )
}
