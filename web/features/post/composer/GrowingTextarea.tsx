import { chakra } from '@chakra-ui/react'
import type { ComponentProps } from 'react'

const LINES = { min: 2, max: 8 }
const LINE_HEIGHT = '1.53em'

const shared = {
  gridArea: '1 / 1',
  w: 'full',
  minW: '0',
  px: '3',
  py: '2',
  textStyle: 'post',
  whiteSpace: 'pre-wrap',
  overflowWrap: 'anywhere',
} as const

/** Grows with its text from one or two lines to eight. A hidden copy sets the height. */
export function GrowingTextarea({
  value,
  isCompact,
  ...props
}: ComponentProps<typeof Control> & { value: string; isCompact?: boolean | undefined }) {
  return (
    <chakra.div
      display="grid"
      minH={isCompact ? 'touch' : `calc(${LINES.min} * ${LINE_HEIGHT} + {spacing.4})`}
      maxH={`calc(${LINES.max} * ${LINE_HEIGHT} + {spacing.4})`}
      textStyle="post"
    >
      <chakra.div {...shared} visibility="hidden" maxH="inherit" overflow="hidden" aria-hidden>
        {`${value}\u200b`}
      </chakra.div>
      <Control rows={1} dir="auto" value={value} {...props} />
    </chakra.div>
  )
}

const Control = chakra('textarea', {
  base: {
    ...shared,
    h: 'full',
    maxH: 'inherit',
    resize: 'none',
    overflow: 'auto',
    bg: 'subtle',
    color: 'ink',
    borderRadius: 'control',
    _placeholder: { color: 'muted', opacity: '1' },
  },
})
