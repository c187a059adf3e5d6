import { chakra } from '@chakra-ui/react'
import { markWords } from '../lib/highlight.ts'

/** A text with the words of a search marked. */
export function Marked({ text, query }: { text: string; query: string }) {
  return markWords(text, query).map((part) =>
    part.found ? <Mark key={part.at}>{part.text}</Mark> : part.text,
  )
}

const Mark = chakra('mark', {
  base: {
    bg: 'accentSubtle',
    color: 'accentText',
    borderRadius: '2px',
    boxDecorationBreak: 'clone',
  },
})
