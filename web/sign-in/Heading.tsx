import { chakra } from '@chakra-ui/react'
import { useEffect } from 'react'
import { t } from '../lib/i18n.ts'
import { signInMessages } from '../messages/sign-in.ts'

interface HeadingProps {
  documentTitle?: string | undefined
  children: string
}

/** The heading of a form or message, and the title of the document. */
export function Heading({ documentTitle, children }: HeadingProps) {
  const title = documentTitle ?? children
  useEffect(() => {
    document.title = t(signInMessages.documentTitle(title))
  }, [title])
  return (
    <chakra.h1 tabIndex={-1} textStyle="display">
      {children}
    </chakra.h1>
  )
}

/** For new content, when the focused element disappears. */
export function focusHeading(): void {
  document.querySelector('h1')?.focus()
}
