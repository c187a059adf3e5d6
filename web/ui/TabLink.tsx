import { chakra } from '@chakra-ui/react'
import type { MessageDescriptor } from '@lingui/core'
import type { ComponentProps } from 'react'
import { Link } from 'react-router-dom'
import { t } from '../lib/i18n.ts'
import { useLastEntries } from '../lib/use-last-entries.ts'

/** A row of links to the lists of a page, below its title. */
export const TabLinks = chakra('nav', {
  base: { display: 'flex', mb: '-3', borderBottomWidth: '1px', borderColor: 'border' },
})

/** The current one has `aria-current`. */
export const TabLink = chakra(Link, {
  base: {
    display: 'flex',
    alignItems: 'center',
    minH: 'touch',
    px: '4',
    textStyle: 'control',
    color: 'muted',
    _hover: { color: 'ink' },
    _currentPage: {
      color: 'accentText',
      boxShadow: 'inset 0 -2px currentColor',
      // Forced colors have no shadows.
      _highContrast: { borderBottomWidth: '2px' },
    },
  },
})

interface PageTabsProps<Tab extends string> extends Pick<ComponentProps<typeof TabLinks>, 'mb'> {
  tabs: readonly Tab[]
  current: Tab
  pathOf: (tab: Tab) => string
  /** The names of the tabs, and the label of their row. */
  texts: Record<Tab | 'tabs', MessageDescriptor>
}

/** Links to the lists of a page. Each keeps its scroll position. */
export function PageTabs<Tab extends string>(props: PageTabsProps<Tab>) {
  const { tabs, current, pathOf, texts, ...style } = props
  const lastEntries = useLastEntries(pathOf(current))
  return (
    <TabLinks aria-label={t(texts.tabs)} {...style}>
      {tabs.map((tab) => (
        <TabLink
          key={tab}
          to={pathOf(tab)}
          state={{ scrolledAs: lastEntries.get(pathOf(tab)) }}
          aria-current={tab === current ? 'page' : undefined}
        >
          {t(texts[tab])}
        </TabLink>
      ))}
    </TabLinks>
  )
}
