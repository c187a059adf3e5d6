import { chakra } from '@chakra-ui/react'
import { visibleLength } from '#rules/text.ts'

/** How much of a field's length is used. */
export function LengthCounter({ text, most }: { text: string; most: number }) {
  // Counting a text far beyond what is kept would take time for nothing.
  const length = text.length > most * 100 ? text.length : visibleLength(text)
  return (
    <chakra.span fontVariantNumeric="tabular-nums" color={length > most ? 'bad' : 'muted'}>
      {length}/{most}
    </chakra.span>
  )
}
