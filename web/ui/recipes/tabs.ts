import { defineSlotRecipe } from '@chakra-ui/react'

export const tabsRecipe = defineSlotRecipe({
  slots: ['root', 'list', 'trigger', 'content'],
  className: 'tabs',
  base: {
    list: { display: 'flex', gap: '1' },
    trigger: {
      display: 'flex',
      alignItems: 'center',
      minH: 'touch',
      px: '3',
      borderRadius: 'full',
      textStyle: 'control',
      color: 'muted',
      cursor: 'pointer',
      _selected: { bg: 'accentSubtle', color: 'accentText' },
    },
    content: { pt: '3' },
  },
})
