import { defineSemanticTokens, defineTokens } from '@chakra-ui/react'
import { FONTS } from './fonts.ts'

/** [light, dark]. Text has a contrast of 4.5 : 1, except `warn` on `subtle` (large text only). */
export const colors = {
  bg: ['#FFFAF3', '#16110D'],
  surface: ['#FFFFFF', '#201913'],
  subtle: ['#FBF1E4', '#2B221A'],
  ink: ['#2A211A', '#F7EEE5'],
  muted: ['#6A5B4F', '#BBAA9B'],
  border: ['#EADCCB', '#3B3026'],
  controlBorder: ['#8C7A69', '#8F7D6D'],
  accent: ['#BF4A0B', '#FF9A52'],
  accentHover: ['#A63F07', '#FFB57F'],
  accentInk: ['#FFFFFF', '#231303'],
  accentText: ['#A63F07', '#FFB57F'],
  accentSubtle: ['#FFE9D6', '#3A2415'],
  like: ['#D6204E', '#FF6B8E'],
  good: ['#1B7A43', '#6FD49A'],
  warn: ['#8F6A00', '#F2C94C'],
  warnRing: ['#F2C94C', '#F2C94C'],
  bad: ['#C0271E', '#FF8A80'],
  badInk: ['#FFFFFF', '#2B0805'],
  focus: ['#1D5FBF', '#8AB8FF'],
  scrim: ['#2A211A80', '#000000A6'],
} as const

/** A user's own colour, by `hueOf(id)`: each pair has a contrast of 4.5 : 1 or more. */
export const hues = [
  { background: ['#FFD9C2', '#6E2F0B'], ink: ['#7A2E00', '#FFD9C2'] },
  { background: ['#FFE3A3', '#5C4300'], ink: ['#5F4300', '#FFE3A3'] },
  { background: ['#E3EDB5', '#434F0A'], ink: ['#434F00', '#E3EDB5'] },
  { background: ['#C6EBCF', '#17542F'], ink: ['#14532D', '#C6EBCF'] },
  { background: ['#BFEAE6', '#0E4F4B'], ink: ['#0B4F4A', '#BFEAE6'] },
  { background: ['#CFE2FF', '#23457D'], ink: ['#1B3F7A', '#CFE2FF'] },
  { background: ['#E4D9FF', '#4A3384'], ink: ['#4B2A8C', '#E4D9FF'] },
  { background: ['#FFD3DE', '#7D1F42'], ink: ['#86123A', '#FFD3DE'] },
] as const

const byMode = ([light, dark]: readonly [string, string]) => ({
  value: { base: light, _dark: dark },
})

export const semanticTokens = defineSemanticTokens({
  colors: {
    ...Object.fromEntries(Object.entries(colors).map(([name, modes]) => [name, byMode(modes)])),
    hue: Object.fromEntries(
      hues.map(({ background, ink }, hue) => [
        hue,
        { background: byMode(background), ink: byMode(ink) },
      ]),
    ),
  },
  shadows: {
    float: {
      value: {
        base: '0 8px 28px rgb(74 44 16 / 0.16), 0 1px 3px rgb(74 44 16 / 0.1)',
        _dark: '0 8px 28px rgb(0 0 0 / 0.55)',
      },
    },
  },
})

const rem = (pixels: number) => ({ value: `${pixels / 16}rem` })
const scale = {
  0: { value: '0' },
  px: { value: '1px' },
  1: rem(4),
  2: rem(8),
  3: rem(12),
  4: rem(16),
  5: rem(20),
  6: rem(24),
  8: rem(32),
  12: rem(48),
  16: rem(64),
}

export const tokens = defineTokens({
  colors: { transparent: { value: 'transparent' } },
  fonts: {
    body: { value: FONTS },
    heading: { value: FONTS },
  },
  fontSizes: { xs: rem(13), sm: rem(15), md: rem(17), lg: rem(20), xl: rem(28), '2xl': rem(40) },
  fontWeights: {
    normal: { value: 400 },
    medium: { value: 500 },
    semibold: { value: 600 },
    bold: { value: 700 },
  },
  spacing: scale,
  sizes: {
    ...scale,
    full: { value: '100%' },
    icon: rem(20),
    touch: rem(44),
    /** The least that WCAG allows, in CSS pixels. */
    target: { value: '24px' },
    avatar: rem(44),
    portrait: rem(96),
    person: rem(72),
    bar: rem(56),
    rail: rem(76),
    sidebar: rem(264),
    main: rem(600),
    mainWide: rem(640),
    panel: rem(328),
    mainAndPanel: rem(928),
    reading: { value: '65ch' },
  },
  radii: { control: rem(10), card: rem(16), full: { value: '9999px' } },
  zIndex: {
    bar: { value: 10 },
    popover: { value: 100 },
    tooltip: { value: 200 },
    toast: { value: 300 },
  },
  durations: { feedback: { value: '150ms' }, transition: { value: '220ms' } },
  easings: { out: { value: 'cubic-bezier(0.2, 0.7, 0.3, 1)' } },
})
