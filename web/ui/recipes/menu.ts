import { defineSlotRecipe } from '@chakra-ui/react'

export const menuRecipe = defineSlotRecipe({
  slots: ['positioner', 'content', 'item', 'separator'],
  className: 'menu',
  base: {
    content: {
      minW: '12rem',
      // With many entries on a small screen, the menu scrolls.
      maxW: 'var(--available-width)',
      maxH: 'var(--available-height)',
      overflowY: 'auto',
      overscrollBehavior: 'contain',
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
      overflowWrap: 'anywhere',
      _disabled: { color: 'muted', cursor: 'default' },
      _highlighted: {
        bg: 'subtle',
        outline: '2px solid',
        outlineColor: 'focus',
        outlineOffset: '-2px',
      },
    },
    separator: { borderTopWidth: '1px', borderColor: 'border', my: '1', mx: '3' },
  },
})
