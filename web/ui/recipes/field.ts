import { defineSlotRecipe } from '@chakra-ui/react'

export const fieldRecipe = defineSlotRecipe({
  slots: ['root', 'label', 'helperText', 'errorText'],
  className: 'field',
  base: {
    root: { w: 'full' },
    label: { display: 'block', mb: '1', textStyle: 'name' },
    helperText: { display: 'block', mt: '1', textStyle: 'meta', color: 'muted' },
    errorText: {
      display: 'block',
      mt: '1',
      textStyle: 'meta',
      color: 'bad',
      overflowWrap: 'anywhere',
    },
  },
})
