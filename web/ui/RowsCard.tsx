import { chakra } from '@chakra-ui/react'
import { Card } from './Card.tsx'

/** A card of rows with hairlines between them. */
export const RowsCard = chakra(Card, {
  base: { p: '0', '& > * + *': { borderTopWidth: '1px', borderColor: 'border' } },
})
