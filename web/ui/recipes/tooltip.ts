import { defineSlotRecipe } from '@chakra-ui/react'

export const tooltipRecipe = defineSlotRecipe({
  slots: ['positioner', 'content'],
  className: 'tooltip',
  base: {
    content: {
      px: '2',
      py: '1',
      maxW: 'panel',
      bg: 'ink',
      color: 'bg',
      borderRadius: 'control',
      textStyle: 'meta',
      zIndex: 'tooltip',
      _open: { animation: 'fade-in', animationDuration: 'feedback' },
    },
  },
})
