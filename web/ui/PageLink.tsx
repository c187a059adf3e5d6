import { chakra } from '@chakra-ui/react'
import { Link } from 'react-router-dom'
import { textLinkRecipe } from './recipes/text-link.ts'

/** A link inside a text, to another page of the client. */
export const PageLink = chakra(Link, textLinkRecipe)
