import { chakra, Stack } from '@chakra-ui/react'
import { type ReactNode, useEffect } from 'react'
import { focusHeading, Heading } from './Heading.tsx'

interface NoticeProps {
  title: string
  children: string
  /** Below the text. */
  note?: ReactNode
  link: ReactNode
}

/** Takes the place of a form: it was sent, or there is nothing to fill in. */
export function Notice({ title, children, note, link }: NoticeProps) {
  useEffect(focusHeading, [])
  return (
    <Stack gap="4">
      <Heading>{title}</Heading>
      <chakra.p textStyle="body">{children}</chakra.p>
      {note && (
        <chakra.p textStyle="body" overflowWrap="anywhere">
          {note}
        </chakra.p>
      )}
      <chakra.p textStyle="body" textAlign="center">
        {link}
      </chakra.p>
    </Stack>
  )
}
