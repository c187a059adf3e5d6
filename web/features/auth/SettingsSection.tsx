import { chakra } from '@chakra-ui/react'
import type { ReactNode } from 'react'
import { Card } from '../../ui/Card.tsx'

interface SectionProps {
  id: string
  title: string
  /** One or two sentences below the title. */
  about?: ReactNode
  children: ReactNode
}

/** One matter of the settings, named by its heading. */
export function Section({ id, title, about, children }: SectionProps) {
  return (
    <Card
      as="section"
      aria-labelledby={headingOf(id)}
      display="flex"
      flexDirection="column"
      gap="4"
    >
      <chakra.div>
        <chakra.h2
          id={headingOf(id)}
          tabIndex={-1}
          textStyle="title"
          css={{ '&:focus': { outline: 'none' } }}
        >
          {title}
        </chakra.h2>
        {about && (
          <chakra.p textStyle="body" color="muted" mt="1">
            {about}
          </chakra.p>
        )}
      </chakra.div>
      {children}
    </Card>
  )
}

const headingOf = (id: string) => `${id}-heading`

/** For when the button that had the focus is gone with what it was for. */
export function focusSection(id: string) {
  document.getElementById(headingOf(id))?.focus({ preventScroll: true })
}

/** A row of a list: what it is at the left, what can be done with it at the right, below where there is no room. */
export const Row = chakra('li', {
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
