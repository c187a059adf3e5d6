import { chakra, Stack } from '@chakra-ui/react'
import { type ReactNode, useId } from 'react'
import { Card } from '../../ui/Card.tsx'

/** A part of a report, named by its heading. */
export function ViewSection({ title, children }: { title: string; children: ReactNode }) {
  const id = useId()
  return (
    <Card as="section" aria-labelledby={id}>
      <Stack gap="2">
        <chakra.h3 id={id} textStyle="name" fontSize="md">
          {title}
        </chakra.h3>
        {children}
      </Stack>
    </Card>
  )
}
