import { chakra } from '@chakra-ui/react'
import { Link } from 'react-router-dom'

/** A user's name. Extends over the avatar at its left, so that both are one target. */
export const UserLink = chakra(Link, {
  base: {
    display: 'inline-block',
    maxW: 'full',
    // Taller than its text, but not lower: the line below has targets too.
    h: 'target',
    mt: 'calc(1lh - {sizes.target})',
    pt: 'calc({sizes.target} - 1lh)',
    verticalAlign: 'top',
    truncate: true,
    _hover: { textDecoration: 'underline' },
    _before: {
      content: '""',
      position: 'absolute',
      left: '0',
      top: '0',
      boxSize: 'avatar',
      borderRadius: 'full',
      // Logical properties would follow the direction of the name, not of the page.
      '[dir=rtl] &': { left: 'auto', right: '0' },
    },
  },
})
