import { defineGlobalStyles } from '@chakra-ui/react'

export const keyframes = {
  'fade-in': { from: { opacity: '0' }, to: { opacity: '1' } },
  'fade-out': { from: { opacity: '1' }, to: { opacity: '0' } },
  'rise-in': {
    from: { opacity: '0', transform: 'translateY(12px)' },
    to: { opacity: '1', transform: 'none' },
  },
  beat: {
    '0%': { transform: 'scale(1)' },
    '40%': { transform: 'scale(1.3)' },
    '100%': { transform: 'scale(1)' },
  },
  shimmer: { from: { backgroundPosition: '200% 0' }, to: { backgroundPosition: '-200% 0' } },
}

export const globalCss = defineGlobalStyles({
  html: {
    '--global-color-border': 'colors.border',
    bg: 'bg',
    color: 'ink',
    fontFamily: 'body',
    overflowY: 'scroll',
  },
  // Not on html: its font size is the unit of every length, which readers choose.
  body: { textStyle: 'body' },
  '*::placeholder': { color: 'muted' },
  '*::selection': { bg: 'accentSubtle', color: 'ink' },
  '*:focus-visible': { outline: '2px solid', outlineColor: 'focus', outlineOffset: '2px' },
  // Addresses read from left to right in every language.
  '[dir=rtl] input:is([type=url], [type=email])': { direction: 'ltr', textAlign: 'end' },
  // Headings get focus after a navigation, for screen readers; they are not interactive.
  'h1:focus, h1:focus-visible': { outline: 'none' },
  '*, *::before, *::after': {
    _motionReduce: {
      animationDuration: '0.01ms !important',
      animationIterationCount: '1 !important',
      transitionDuration: '0.01ms !important',
    },
  },
})
