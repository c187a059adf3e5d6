import { defineSlotRecipe } from '@chakra-ui/react'

export const menuRecipe = defineSlotRecipe({
  slots: ['positioner', 'content', 'item'],
  className: 'menu',
  base: {
    content: {
      minW: '12rem',
      p: '1',
      bg: 'surface',
      color: 'ink',
      borderWidth: '1px',
      borderColor: 'border',
      borderRadius: 'control',
      boxShadow: 'float',
      zIndex: 'popover',
      outline: '0',
      _open: { animation: 'fade-in', animationDuration: 'feedback' },
    },
    item: {
      display: 'flex',
      alignItems: 'center',
      gap: '3',
      minH: 'touch',
      px: '3',
      borderRadius: 'control',
      textStyle: 'control',
      cursor: 'pointer',
      _highlighted: {
        bg: 'subtle',
        outline: '2px solid',
        outlineColor: 'focus',
        outlineOffset: '-2px',
      },
    },
  },
})
