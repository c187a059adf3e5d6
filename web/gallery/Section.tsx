import { chakra, Flex } from '@chakra-ui/react'
import type { ReactNode } from 'react'

export function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <chakra.section mt="8" pt="6" borderTopWidth="1px" borderColor="border">
      <chakra.h2 textStyle="title" mb="4">
        {title}
      </chakra.h2>
      {children}
    </chakra.section>
  )
}

/** Examples side by side, each with its name. */
export function Examples({ children }: { children: ReactNode }) {
  return (
    <Flex wrap="wrap" gap="6" align="flex-start">
      {children}
    </Flex>
  )
}

export function Example({ name, children }: { name: string; children: ReactNode }) {
  return (
    <chakra.figure minW="0" maxW="full">
      {children}
      <chakra.figcaption textStyle="meta" color="muted" mt="2">
        {name}
      </chakra.figcaption>
    </chakra.figure>
  )
}
