import { defineRecipe } from '@chakra-ui/react'

/** A link inside a text. */
export const textLinkRecipe = defineRecipe({
  className: 'text-link',
  base: {
    color: 'accentText',
    fontWeight: 'semibold',
    textDecoration: 'underline',
    textUnderlineOffset: '3px',
    overflowWrap: 'anywhere',
  },
})
