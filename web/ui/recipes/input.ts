import { defineRecipe } from '@chakra-ui/react'

export const inputRecipe = defineRecipe({
  className: 'input',
  base: {
    w: 'full',
    minH: 'touch',
    px: '3',
    py: '2',
    bg: 'surface',
    color: 'ink',
    borderWidth: '1px',
    borderColor: 'controlBorder',
    borderRadius: 'control',
    textStyle: 'field',
    _placeholder: { color: 'muted', opacity: '1' },
    _disabled: { opacity: '0.5', cursor: 'not-allowed' },
    _invalid: { borderColor: 'bad' },
  },
})
