import { expect, test } from 'vitest'
import { colors, hues } from './tokens.ts'

/** Relative luminance of a colour written as #RRGGBB, as WCAG 2.2 has it. */
function luminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const channel = Number.parseInt(color.slice(at, at + 2), 16) / 255
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

function contrast(one: string, other: string): number {
  const [darker = 0, lighter = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b)
  return (lighter + 0.05) / (darker + 0.05)
}

const modes = [
  ['light', 0],
  ['dark', 1],
] as const

test.each(modes)('%s: text can be read on every ground', (_name, mode) => {
  for (const ground of ['bg', 'surface', 'subtle'] as const)
    for (const text of ['ink', 'muted', 'accentText', 'like', 'good', 'bad'] as const)
      expect(
        contrast(colors[text][mode], colors[ground][mode]),
        `${text} on ${ground}`,
      ).toBeGreaterThanOrEqual(4.5)
  for (const ground of ['bg', 'surface'] as const)
    expect(contrast(colors.warn[mode], colors[ground][mode])).toBeGreaterThanOrEqual(4.5)
  for (const [text, ground] of [
    ['accentInk', 'accent'],
    ['accentInk', 'accentHover'],
    ['accentText', 'accentSubtle'],
    ['badInk', 'bad'],
  ] as const)
    expect(
      contrast(colors[text][mode], colors[ground][mode]),
      `${text} on ${ground}`,
    ).toBeGreaterThanOrEqual(4.5)
})

test.each(modes)('%s: edges of controls and the focus ring stand out', (_name, mode) => {
  for (const ground of ['bg', 'surface', 'subtle'] as const)
    for (const edge of ['controlBorder', 'focus'] as const)
      expect(
        contrast(colors[edge][mode], colors[ground][mode]),
        `${edge} on ${ground}`,
      ).toBeGreaterThanOrEqual(3)
})

test.each(modes)("%s: initials can be read on each person's colour", (_name, mode) => {
  for (const { ground, ink } of hues)
    expect(contrast(ink[mode], ground[mode]), ground[mode]).toBeGreaterThanOrEqual(4.5)
})
