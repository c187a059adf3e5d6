import { chakra } from '@chakra-ui/react'
import { markWords } from '../lib/marks.ts'

/** A text with the words of a search marked. */
export function Marked({ text, query }: { text: string; query: string }) {
  // The parts of a text stand in one order, so their place is who they are.
  return markWords(text, query).map((part, place) => (part.found ? <Mark key={place}>{part.text}</Mark> : part.text))
}

const Mark = chakra('mark', { base: { bg: 'accentSubtle', color: 'accentText', borderRadius: '2px', boxDecorationBreak: 'clone' } })
