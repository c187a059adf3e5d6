import { chakra } from '@chakra-ui/react'

/** A paragraph of secondary text. */
export const Muted = chakra('p', { base: { textStyle: 'body', color: 'muted' } })
