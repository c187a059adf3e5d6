import { chakra } from '@chakra-ui/react'
import type { ComponentProps } from 'react'

const LINES = { fewest: 2, most: 8 }
const LINE = '1.53em'

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

/** A field that grows with its text from two to eight lines. A hidden copy of the text gives it its height. */
export function GrowingTextarea({
  value,
  ...props
}: ComponentProps<typeof Field> & { value: string }) {
  return (
    <chakra.div
      display="grid"
      minH={`calc(${LINES.fewest} * ${LINE} + {spacing.4})`}
      maxH={`calc(${LINES.most} * ${LINE} + {spacing.4})`}
      textStyle="post"
    >
      <chakra.div {...shared} visibility="hidden" maxH="inherit" overflow="hidden" aria-hidden>
        {`${value}\u200b`}
      </chakra.div>
      <Field dir="auto" value={value} {...props} />
    </chakra.div>
  )
}

const Field = chakra('textarea', {
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
