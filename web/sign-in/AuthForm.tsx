import { chakra, Stack } from '@chakra-ui/react'
import type { ReactNode } from 'react'
import { Button } from '../ui/Button.tsx'

interface AuthFormProps {
  title: string
  /** Content above the fields. */
  header?: ReactNode
  children?: ReactNode
  button: string
  note?: ReactNode
  footer: ReactNode
}

/** A static form; `bindForm` attaches its behaviour. */
export function AuthForm({ title, header, children, button, note, footer }: AuthFormProps) {
  return (
    // POST keeps what people type out of the URL, even if the browser submits the form itself.
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
      {header}
      <chakra.p role="alert" textStyle="body" color="bad" _empty={{ display: 'none' }} />
      {children}
      <Button type="submit" shape="wide">
        {button}
      </Button>
      <Stack gap="3" textAlign="center" textStyle="body">
        <chakra.p>{footer}</chakra.p>
        {note && (
          <chakra.p textStyle="meta" color="muted">
            {note}
          </chakra.p>
        )}
      </Stack>
    </chakra.form>
  )
}

export const AuthLink = chakra('a', {
  base: {
    color: 'accentText',
    fontWeight: 'semibold',
    textDecoration: 'underline',
    textUnderlineOffset: '3px',
  },
})
