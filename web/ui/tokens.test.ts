import { expect, test } from 'vitest'
import { colors, hues } from './tokens.ts'

/** Relative luminance of a #RRGGBB colour, as WCAG 2.2 defines it. */
function luminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((offset) => {
    const channel = Number.parseInt(color.slice(offset, offset + 2), 16) / 255
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

function contrast(a: string, b: string): number {
  const [darker = 0, lighter = 0] = [luminance(a), luminance(b)].sort((x, y) => x - y)
  return (lighter + 0.05) / (darker + 0.05)
}

const modes = [
  ['light', 0],
  ['dark', 1],
] as const

test.each(modes)('%s: text has enough contrast on every background', (_name, mode) => {
  for (const background of ['bg', 'surface', 'subtle'] as const)
    for (const text of ['ink', 'muted', 'accentText', 'like', 'good', 'bad'] as const)
      expect(
        contrast(colors[text][mode], colors[background][mode]),
        `${text} on ${background}`,
      ).toBeGreaterThanOrEqual(4.5)
  for (const background of ['bg', 'surface'] as const)
    expect(contrast(colors.warn[mode], colors[background][mode])).toBeGreaterThanOrEqual(4.5)
  for (const [text, background] of [
    ['accentInk', 'accent'],
    ['accentInk', 'accentHover'],
    ['accentText', 'accentSubtle'],
    ['badInk', 'bad'],
  ] as const)
    expect(
      contrast(colors[text][mode], colors[background][mode]),
      `${text} on ${background}`,
    ).toBeGreaterThanOrEqual(4.5)
})

test.each(modes)('%s: control edges and the focus ring have enough contrast', (_name, mode) => {
  for (const background of ['bg', 'surface', 'subtle'] as const)
    for (const edge of ['controlBorder', 'focus'] as const)
      expect(
        contrast(colors[edge][mode], colors[background][mode]),
        `${edge} on ${background}`,
      ).toBeGreaterThanOrEqual(3)
})

test.each(modes)('%s: initials have enough contrast on every hue', (_name, mode) => {
  for (const { background, ink } of hues)
    expect(contrast(ink[mode], background[mode]), background[mode]).toBeGreaterThanOrEqual(4.5)
})
