import { chakra } from '@chakra-ui/react'
import { Marked } from '../../ui/Marked.tsx'

/** What somebody wrote, with its line breaks, in its own direction; the words of a search are marked. */
export function PostText({ text, marked }: { text: string; marked?: string | undefined }) {
  return (
    <chakra.p textStyle="post" mt="3" maxW="reading" whiteSpace="pre-wrap" overflowWrap="anywhere" dir="auto">
      {marked ? <Marked text={text} query={marked} /> : text}
    </chakra.p>
  )
}
