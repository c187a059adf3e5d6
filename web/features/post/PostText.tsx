import { chakra } from '@chakra-ui/react'
import type { ReactNode } from 'react'

/** What somebody wrote, with its line breaks, in its own direction. */
export function PostText({ children }: { children: ReactNode }) {
  return (
    <chakra.p
      textStyle="post"
      mt="3"
      maxW="reading"
      whiteSpace="pre-wrap"
      overflowWrap="anywhere"
      dir="auto"
    >
      {children}
    </chakra.p>
  )
}
