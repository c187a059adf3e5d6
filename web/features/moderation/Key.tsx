import { chakra } from '@chakra-ui/react'

/**
 * A key beside what it does. Screen readers learn it from `aria-keyshortcuts`; phones have none.
 */
export const Key = chakra(
  'kbd',
  {
    base: {
      display: { base: 'none', md: 'inline-block' },
      minW: '6',
      px: '1',
      borderWidth: '1px',
      borderColor: 'currentColor',
      borderRadius: '4px',
      fontFamily: 'inherit',
      textStyle: 'meta',
      lineHeight: '1.4',
      textAlign: 'center',
    },
  },
  { defaultProps: { 'aria-hidden': true } },
)
