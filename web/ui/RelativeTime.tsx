import { chakra } from '@chakra-ui/react'
import { Link } from 'react-router-dom'
import { fullDateTime, timeAgo } from '../lib/dates.ts'
import { useMinuteTick } from '../lib/minute-tick.ts'
import { Tooltip } from './Tooltip.tsx'

interface RelativeTimeProps {
  at: string
  /** The path of the page about it. */
  to?: string
}

/** "5 minutes ago", with the full date on hover, focus and a tap; of a link, on a long press. */
export function RelativeTime({ at, to }: RelativeTimeProps) {
  useMinuteTick()
  const date = new Date(at)
  const time = <time dateTime={at}>{timeAgo(date)}</time>
  return (
    <Tooltip content={fullDateTime(date)} opensOnTap={to === undefined}>
      <Target asChild>
        {to ? <Link to={to}>{time}</Link> : <button type="button">{time}</button>}
      </Target>
    </Tooltip>
  )
}

/** Larger than its text. */
const Target = chakra('span', {
  base: {
    display: 'inline-flex',
    alignItems: 'center',
    minH: 'target',
    position: 'relative',
    whiteSpace: 'nowrap',
    borderRadius: '2px',
    _before: { content: '""', position: 'absolute', insetX: '-2', insetBlock: '-2' },
    '&:is(a):hover': { textDecoration: 'underline' },
  },
})
