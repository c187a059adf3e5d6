import { chakra } from '@chakra-ui/react'

/** A text button inside the end of an input; both need a positioned parent. */
export const EndButton = chakra(
  'button',
  {
    base: {
      position: 'absolute',
      insetBlock: '0',
      insetEnd: '0',
      minW: 'touch',
      px: '3',
      borderRadius: 'control',
      textStyle: 'control',
      color: 'accentText',
      cursor: 'pointer',
    },
  },
  { defaultProps: { type: 'button' } },
)

/** Props of a password input: no autocorrection, and room for an `EndButton`. */
export const passwordInput = {
  autoCapitalize: 'none',
  autoCorrect: 'off',
  spellCheck: false,
  pe: '16',
} as const
