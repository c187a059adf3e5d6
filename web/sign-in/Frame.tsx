import { chakra, Stack } from '@chakra-ui/react'
import type { ReactNode } from 'react'
import { Button } from '../ui/Button.tsx'

interface FrameProps {
  title: string
  /** What stands above the fields. */
  first?: ReactNode
  children?: ReactNode
  button: string
  note?: ReactNode
  other: ReactNode
}

/** A form of the page; form.ts gives it life. */
export function Frame({ title, first, children, button, note, other }: FrameProps) {
  return (
    // The method matters should a browser ever send the form itself: nothing typed may land in an address.
    <chakra.form
      noValidate
      method="post"
      display="flex"
      flexDirection="column"
      gap="4"
      css={{ '&[aria-busy=true] button': { opacity: '0.6' } }}
    >
      <chakra.h1 tabIndex={-1} textStyle="display">
        {title}
      </chakra.h1>
      {first}
      <chakra.p role="alert" textStyle="body" color="bad" _empty={{ display: 'none' }} />
      {children}
      <Button type="submit" shape="wide">
        {button}
      </Button>
      <Stack gap="3" textAlign="center" textStyle="body">
        <chakra.p>{other}</chakra.p>
        {note && (
          <chakra.p textStyle="meta" color="muted">
            {note}
          </chakra.p>
        )}
      </Stack>
    </chakra.form>
  )
}

export const Link = chakra('a', {
  base: {
    color: 'accentText',
    fontWeight: 'semibold',
    textDecoration: 'underline',
    textUnderlineOffset: '3px',
  },
})
