import { Portal } from '@chakra-ui/react'
import { type ReactNode, useRef } from 'react'

/** Renders floating elements at the end of `main`, so that they stay within a landmark. */
export function MainPortal({ children }: { children: ReactNode }) {
  const main = useRef(document.querySelector('main'))
  return <Portal container={main}>{children}</Portal>
}
