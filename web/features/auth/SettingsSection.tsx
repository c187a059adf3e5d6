import { chakra } from '@chakra-ui/react'
import type { ReactNode } from 'react'
import { isFocusElsewhere } from '../../lib/focus-elsewhere.ts'
import { Card } from '../../ui/Card.tsx'
import { Muted } from '../../ui/Muted.tsx'

interface SettingsSectionProps {
  id: string
  title: string
  /** One or two sentences below the title. */
  about?: ReactNode
  children: ReactNode
}

/** A section of the settings page, named by its heading. */
export function SettingsSection({ id, title, about, children }: SettingsSectionProps) {
  return (
    <Card
      as="section"
      aria-labelledby={headingId(id)}
      display="flex"
      flexDirection="column"
      gap="4"
    >
      <chakra.div>
        <chakra.h2
          id={headingId(id)}
          tabIndex={-1}
          textStyle="title"
          css={{ '&:focus': { outline: 'none' } }}
        >
          {title}
        </chakra.h2>
        {about && <Muted mt="1">{about}</Muted>}
      </chakra.div>
      {children}
    </Card>
  )
}

const headingId = (id: string) => `${id}-heading`

/**
 * Focuses the heading of a section whose focused button disappears, unless the focus is in another
 * part of the page by now.
 */
export function focusSection(id: string) {
  const heading = document.getElementById(headingId(id))
  if (!isFocusElsewhere(heading?.closest('section'))) heading?.focus({ preventScroll: true })
}

/** A list row: content at the left, actions at the right, or below it on a narrow screen. */
export const SettingsRow = chakra('li', {
  base: {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    columnGap: '3',
    rowGap: '2',
    minH: '16',
    py: '2',
    borderTopWidth: '1px',
    _first: { borderTopWidth: '0' },
  },
})
