import { LocaleProvider } from '@chakra-ui/react'
import type { ReactNode } from 'react'
import { locale } from '../lib/i18n.ts'

/** Gives Chakra's components the page's language and so its reading direction. */
export function PageLocale({ children }: { children: ReactNode }) {
  return (
    <LocaleProvider locale={document.documentElement.lang || locale}>{children}</LocaleProvider>
  )
}
