import { chakra } from '@chakra-ui/react'
import { useMinuteTick } from '../lib/minute-tick.ts'
import { ago } from '../lib/relative-time.ts'
import { Tooltip } from './Tooltip.tsx'

const fullDate = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeStyle: 'short' })

/** "5 minutes ago", with the full date in the tooltip. */
export function RelativeTime({ at }: { at: string }) {
  useMinuteTick()
  const date = new Date(at)
  return (
    <Tooltip content={fullDate.format(date)}>
      <chakra.time dateTime={at} whiteSpace="nowrap">
        {ago(date)}
      </chakra.time>
    </Tooltip>
  )
}
