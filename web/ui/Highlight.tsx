import { chakra } from '@chakra-ui/react'
import { highlightMatches } from '../lib/highlight.ts'

/** A text with the words of a query highlighted. */
export function Highlight({ text, query }: { text: string; query: string }) {
  return highlightMatches(text, query).map((part) =>
    part.isMatch ? <Mark key={part.start}>{part.text}</Mark> : part.text,
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
