import { Portal } from '@chakra-ui/react'
import { type ReactNode, useRef } from 'react'

/** Puts what floats at the end of the page's main part: above all else, and still within a landmark. */
export function MainPortal({ children }: { children: ReactNode }) {
  const main = useRef(document.querySelector('main'))
  return <Portal container={main}>{children}</Portal>
}
