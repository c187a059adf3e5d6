import { chakra, Stack } from '@chakra-ui/react'
import type { ReactNode } from 'react'
import { Muted } from './Muted.tsx'

/** Shown when there is no content: a drawing, one sentence, an optional hint and one action. */
export function EmptyState(props: {
  drawing: ReactNode
  title: ReactNode
  hint?: ReactNode
  children?: ReactNode
}) {
  return (
    <Stack align="center" textAlign="center" gap="3" py="12" px="4">
      {props.drawing}
      <chakra.p textStyle="name" maxW="reading" overflowWrap="anywhere">
        {props.title}
      </chakra.p>
      {props.hint && <Muted maxW="reading">{props.hint}</Muted>}
      {props.children}
    </Stack>
  )
}
