import { defineRecipe } from '@chakra-ui/react'

export const buttonRecipe = defineRecipe({
  className: 'button',
  base: {
    display: 'inline-flex',
    alignItems: 'center',
    justifyContent: 'center',
    gap: '2',
    flexShrink: '0',
    minH: 'touch',
    maxW: 'full',
    px: '4',
    py: '2',
    borderWidth: '1px',
    borderColor: 'transparent',
    borderRadius: 'full',
    textStyle: 'control',
    textAlign: 'center',
    cursor: 'pointer',
    userSelect: 'none',
    transition: 'background-color, color, border-color, opacity',
    transitionDuration: 'feedback',
    _disabled: { cursor: 'not-allowed' },
    // Forced colors draw the transparent border too.
    _pressed: { _highContrast: { borderWidth: '3px' } },
  },
  variants: {
    variant: {
      /** The one solid button on a screen. */
      solid: {
        bg: 'accent',
        color: 'accentInk',
        _hover: { bg: 'accentHover' },
        _disabled: { bg: 'subtle', color: 'muted' },
      },
      outline: {
        bg: 'surface',
        color: 'ink',
        borderColor: 'controlBorder',
        _hover: { bg: 'subtle' },
        _disabled: { opacity: '0.6' },
      },
      ghost: {
        color: 'muted',
        _hover: { bg: 'subtle', color: 'ink' },
        _disabled: { opacity: '0.6' },
      },
      danger: { bg: 'bad', color: 'badInk', _hover: { opacity: '0.9' } },
    },
    shape: {
      text: {},
      icon: { px: '0', minW: 'touch' },
      wide: { w: 'full' },
      /** An icon and a number; the icon is where a text would begin. */
      count: { px: '3', ms: '-3', textStyle: 'meta', fontVariantNumeric: 'tabular-nums' },
    },
  },
  defaultVariants: { variant: 'solid', shape: 'text' },
})
