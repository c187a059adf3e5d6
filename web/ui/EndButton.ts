import { chakra } from '@chakra-ui/react'

/** A word at the end of an input, in a box that both stand in. */
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

/** An input for a password: nobody corrects what is typed, and it leaves room for an `EndButton`. */
export const passwordInput = {
  autoCapitalize: 'none',
  autoCorrect: 'off',
  spellCheck: false,
  pe: '16',
} as const
