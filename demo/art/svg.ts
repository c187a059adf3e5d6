import type { Random } from './random.ts'

export const landscape = { width: 1200, height: 900 } as const
export const portrait = { width: 1000, height: 1250 } as const
export const square = { width: 1080, height: 1080 } as const
type Size = { width: number; height: number }

/** Rounds to one decimal, which keeps the SVG small. */
export const n = (value: number) => String(Math.round(value * 10) / 10)

/** Pixels per unit of a drawing: sharp at the feed's width, and fast to render. */
const SCALE = 0.8

/** A complete SVG; each part is a fragment of SVG. */
export function drawing({ width, height }: Size, ...parts: readonly string[]): string {
  const pixels = `width="${width * SCALE}" height="${height * SCALE}"`
  const viewBox = `viewBox="0 0 ${width} ${height}"`
  return `<svg xmlns="http://www.w3.org/2000/svg" ${pixels} ${viewBox}>${parts.join('')}</svg>`
}

/** A rectangle with a vertical gradient of evenly spaced colours. */
export function wash(
  id: string,
  box: Size & { y?: number },
  ...colours: readonly string[]
): string {
  const stops = colours.map(
    (colour, index) =>
      `<stop offset="${n((index / (colours.length - 1)) * 100)}%" stop-color="${colour}"/>`,
  )
  return (
    `<linearGradient id="${id}" x1="0" y1="0" x2="0" y2="1">${stops.join('')}</linearGradient>` +
    `<rect y="${box.y ?? 0}" width="${box.width}" height="${box.height}" fill="url(#${id})"/>`
  )
}

/** A radial gradient that fades out around a point. */
export function glow(
  id: string,
  x: number,
  y: number,
  radius: number,
  colour: string,
  opacity = 0.7,
): string {
  return (
    `<radialGradient id="${id}">` +
    `<stop offset="0" stop-color="${colour}" stop-opacity="${opacity}"/>` +
    `<stop offset="1" stop-color="${colour}" stop-opacity="0"/></radialGradient>` +
    disc(x, y, radius, `url(#${id})`)
  )
}

export const disc = (x: number, y: number, radius: number, fill: string, more = '') =>
  `<circle cx="${n(x)}" cy="${n(y)}" r="${n(radius)}" fill="${fill}" ${more}/>`
export const oval = (x: number, y: number, rx: number, ry: number, fill: string, more = '') =>
  `<ellipse cx="${n(x)}" cy="${n(y)}" rx="${n(rx)}" ry="${n(ry)}" fill="${fill}" ${more}/>`
export const box = (x: number, y: number, width: number, height: number, fill: string, more = '') =>
  `<rect x="${n(x)}" y="${n(y)}" width="${n(width)}" height="${n(height)}" fill="${fill}" ${more}/>`
export const shape = (d: string, fill: string, more = '') =>
  `<path d="${d}" fill="${fill}" ${more}/>`
/** A stroke with round ends. */
export const line = (d: string, stroke: string, width: number, more = '') =>
  `<path d="${d}" fill="none" stroke="${stroke}" stroke-width="${width}" stroke-linecap="round" stroke-linejoin="round" ${more}/>`
export const group = (transform: string, ...parts: readonly string[]) =>
  `<g transform="${transform}">${parts.join('')}</g>`

/** A soft skyline, filled to the bottom: a sum of sine waves. */
export function ridge(random: Random, size: Size, y: number, swing: number, fill: string): string {
  const waves = [1, 2.3, 5.1].map((each) => ({
    frequency: (each * Math.PI * 2) / size.width,
    phase: random.between(0, 7),
    swing: swing / each,
  }))
  const points: string[] = []
  for (let x = 0; x <= size.width; x += 20) {
    points.push(
      `${x} ${n(y + waves.reduce((sum, wave) => sum + Math.sin(x * wave.frequency + wave.phase) * wave.swing, 0))}`,
    )
  }
  return shape(`M${points.join('L')}L${size.width} ${size.height}L0 ${size.height}Z`, fill)
}

/** Stars in three sizes, one path each, denser towards the top. */
export function stars(random: Random, size: Size, count: number, depth: number): string {
  const sizes = [2, 3.4, 5].map((wide, index) => {
    const points = Array.from({ length: Math.round(count / 2 ** (index + 1)) }, () => {
      return `M${n(random.between(0, size.width))} ${n(random.between(0, 1) ** 1.4 * depth)}h0`
    })
    return line(points.join(''), '#fffbe8', wide, `opacity="${n(0.5 + index * 0.2)}"`)
  })
  return sizes.join('')
}
