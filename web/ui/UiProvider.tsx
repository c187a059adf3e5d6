import { ChakraProvider } from '@chakra-ui/react'
import type { ReactNode } from 'react'
import { designSystem } from './system.ts'

export function UiProvider({ children }: { children: ReactNode }) {
  return <ChakraProvider value={designSystem()}>{children}</ChakraProvider>
}
