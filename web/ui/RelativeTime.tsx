import { chakra } from '@chakra-ui/react'
import { useEachMinute } from '../lib/clock.ts'
import { ago } from '../lib/relative-time.ts'
import { Tooltip } from './Tooltip.tsx'

const whole = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeStyle: 'short' })

/** How long ago something was; the whole date in its tooltip. */
export function RelativeTime({ at }: { at: string }) {
  useEachMinute()
  const date = new Date(at)
  return (
    <Tooltip content={whole.format(date)}>
      <chakra.time dateTime={at} whiteSpace="nowrap">
        {ago(date)}
      </chakra.time>
    </Tooltip>
  )
}
