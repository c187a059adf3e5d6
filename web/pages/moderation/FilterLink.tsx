import { chakra } from '@chakra-ui/react'
import { Link } from 'react-router-dom'

/** A row of links to the parts of a list. */
export const FilterLinks = chakra('nav', {
  base: { display: 'flex', flexWrap: 'wrap', gap: '1', mb: '2' },
})

/** The current one has `aria-current`. */
export const FilterLink = chakra(Link, {
  base: {
    display: 'inline-flex',
    alignItems: 'center',
    minH: 'touch',
    px: '3',
    borderRadius: 'full',
    textStyle: 'control',
    color: 'muted',
    _hover: { bg: 'subtle', color: 'ink' },
    _currentPage: {
      bg: 'accentSubtle',
      color: 'accentText',
      // Forced colors have no backgrounds.
      _highContrast: { borderWidth: '2px' },
    },
  },
})
