import { chakra } from '@chakra-ui/react'

export const Card = chakra('div', {
  base: {
    bg: 'surface',
    borderWidth: '1px',
    borderColor: 'border',
    borderRadius: 'card',
    p: { base: '4', xl: '5' },
  },
})
