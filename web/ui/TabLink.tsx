import { chakra } from '@chakra-ui/react'
import { Link } from 'react-router-dom'

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
