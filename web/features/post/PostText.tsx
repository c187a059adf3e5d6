import { chakra } from '@chakra-ui/react'
import type { ReactNode } from 'react'

/** Keeps line breaks and takes the text direction from the content. */
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
