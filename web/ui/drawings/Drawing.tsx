import { chakra } from '@chakra-ui/react'
import type { ReactNode } from 'react'

/** The frame of a line drawing, hidden from screen readers: the text beside it says the same. */
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

/** The highlighted part of a drawing, in the accent colour. */
export function Accent({ children }: { children: ReactNode }) {
  return (
    <chakra.g color="accent" stroke="currentColor">
      {children}
    </chakra.g>
  )
}
