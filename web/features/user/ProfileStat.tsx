import { chakra } from '@chakra-ui/react'
import { Link } from 'react-router-dom'
import { fullNumber, shortNumber } from '../../lib/format-number.ts'
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx'

interface ProfileStatProps {
  count: number
  label: string
  /** The path of the list of those who are counted. */
  to: string
}

/** "1.2k Followers"; screen readers get the full number. */
export function ProfileStat({ count, label, to }: ProfileStatProps) {
  return (
    <StatLink to={to}>
      <chakra.strong
        color="ink"
        fontWeight="semibold"
        fontVariantNumeric="tabular-nums"
        aria-hidden
      >
        {shortNumber(count)}
      </chakra.strong>
      <VisuallyHidden>{fullNumber(count)}</VisuallyHidden> {label}
    </StatLink>
  )
}

const StatLink = chakra(Link, {
  base: {
    display: 'inline-flex',
    alignItems: 'center',
    gap: '1',
    minH: 'touch',
    _hover: { textDecoration: 'underline' },
  },
})
