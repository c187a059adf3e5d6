import { chakra, Stack } from '@chakra-ui/react'
import type { ReactNode } from 'react'
import { t } from '../lib/i18n.ts'
import type { useForm } from '../lib/use-form.ts'
import { signInMessages } from '../messages/sign-in.ts'
import { Button } from '../ui/Button.tsx'
import { TextLink } from '../ui/TextLink.tsx'
import { Heading } from './Heading.tsx'

interface AuthFormProps {
  form: Pick<ReturnType<typeof useForm>, 'props' | 'error'>
  title: string
  /** Title of the document, if it is not the heading. */
  documentTitle?: string
  /** Content above the fields. */
  header?: ReactNode
  children?: ReactNode
  button: string
  note?: ReactNode
  footer: ReactNode
}

export function AuthForm(props: AuthFormProps) {
  const { form, title, documentTitle, header, children, button, note, footer } = props
  return (
    <chakra.form
      {...form.props}
      display="flex"
      flexDirection="column"
      gap="4"
      css={{ '&[aria-busy=true] button': { opacity: '0.6' } }}
    >
      <Heading documentTitle={documentTitle}>{title}</Heading>
      {header}
      <chakra.p role="alert" textStyle="body" color="bad" _empty={{ display: 'none' }}>
        {form.error}
      </chakra.p>
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

export const backToSignIn = () => <TextLink href="#">{t(signInMessages.backToSignIn)}</TextLink>
