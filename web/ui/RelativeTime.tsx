import { chakra } from '@chakra-ui/react'
import { format } from 'date-fns/format'
import { formatDistanceToNow } from 'date-fns/formatDistanceToNow'
import { useEachMinute } from '../lib/clock.ts'
import { Tooltip } from './Tooltip.tsx'

/** How long ago something was; the whole date in its tooltip. */
export function RelativeTime({ at }: { at: string }) {
  useEachMinute()
  const date = new Date(at)
  return (
    <Tooltip content={format(date, "d MMMM yyyy 'at' HH:mm")}>
      <chakra.time dateTime={at} whiteSpace="nowrap">
        {formatDistanceToNow(date, { addSuffix: true })}
      </chakra.time>
    </Tooltip>
  )
}
