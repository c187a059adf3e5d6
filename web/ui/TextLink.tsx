import { chakra } from '@chakra-ui/react'
import { textLinkRecipe } from './recipes/text-link.ts'

/** A link inside a text, to an address that the router does not know. */
export const TextLink = chakra('a', textLinkRecipe)
