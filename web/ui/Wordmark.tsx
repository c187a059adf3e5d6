import { chakra } from '@chakra-ui/react'
import { t } from '../lib/i18n.ts'
import { uiMessages } from '../messages/ui.ts'

/** The logo: a rising sun over a smile. */
export function Sun() {
  return (
    <chakra.svg
      viewBox="0 0 32 32"
      boxSize="8"
      flexShrink="0"
      fill="none"
      stroke="currentColor"
      color="accent"
      strokeWidth="2.6"
      strokeLinecap="round"
      aria-hidden
    >
      <path d="M16 3v3.5M6.8 6.8l2.5 2.5M25.2 6.8l-2.5 2.5M3 16h3.5M25.5 16H29" />
      <path d="M9.5 16.5a6.5 6.5 0 0 1 13 0" fill="currentColor" />
      <path d="M6 22c5.5 6.5 14.5 6.5 20 0" />
    </chakra.svg>
  )
}

export function Wordmark() {
  return (
    <chakra.span display="inline-flex" alignItems="center" gap="2" textStyle="title" color="ink">
      <Sun />
      {t(uiMessages.name)}
    </chakra.span>
  )
}
