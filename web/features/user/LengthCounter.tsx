import { chakra } from '@chakra-ui/react'
import { visibleLength } from '#rules/text.ts'

/** The length of a field in graphemes, and its maximum. */
export function LengthCounter({ text, max }: { text: string; max: number }) {
  // Counting graphemes is slow; a text this long is invalid anyway.
  const length = text.length > max * 100 ? text.length : visibleLength(text)
  return (
    <chakra.span fontVariantNumeric="tabular-nums" color={length > max ? 'bad' : 'muted'}>
      {length}/{max}
    </chakra.span>
  )
}
