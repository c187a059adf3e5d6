import { chakra } from '@chakra-ui/react'
import { formatDistanceToNow } from 'date-fns/formatDistanceToNow'
import { useEachMinute } from '../lib/clock.ts'
import { Tooltip } from './Tooltip.tsx'

const whole = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeStyle: 'short' })

/** How long ago something was; the whole date in its tooltip. */
export function RelativeTime({ at }: { at: string }) {
  useEachMinute()
  const date = new Date(at)
  return (
    <Tooltip content={whole.format(date)}>
      <chakra.time dateTime={at} whiteSpace="nowrap">
        {formatDistanceToNow(date, { addSuffix: true })}
      </chakra.time>
    </Tooltip>
  )
}
