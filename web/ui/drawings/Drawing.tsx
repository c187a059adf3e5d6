import { chakra } from '@chakra-ui/react'
import type { ReactNode } from 'react'

/** The frame of a line drawing: decoration beside a sentence that says the same, so nothing for a screen reader. */
export function Drawing({ children }: { children: ReactNode }) {
  return (
    <chakra.svg
      viewBox="0 0 200 140"
      width="200px"
      height="140px"
      maxWidth="full"
      flexShrink={0}
      color="muted"
      fill="none"
      stroke="currentColor"
      strokeWidth="2"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden
      focusable="false"
    >
      {children}
    </chakra.svg>
  )
}

/** The part of a drawing that catches the light. */
export function Accent({ children }: { children: ReactNode }) {
  return (
    <chakra.g color="accent" stroke="currentColor">
      {children}
    </chakra.g>
  )
}
