import { seeded } from './random.ts'
import { drawing, glow, landscape, n, ridge, shape, wash } from './svg.ts'

const weathers = {
  mist: {
    sky: ['#cfe0e2', '#eef3ee'],
    ranges: ['#a9c4c4', '#7fa6a5', '#56857f', '#3a675f', '#254a43'],
    light: '#ffffff',
  },
  snow: {
    sky: ['#9dbbd6', '#dbe7f0'],
    ranges: ['#c3d3e3', '#a9bfd6', '#88a3c0', '#6c87a5', '#46607c'],
    light: '#fff6e6',
  },
} as const

/** Mountain ranges with mist between them, or with snow on their peaks. */
export function hills({ seed, weather }: { seed: number; weather: keyof typeof weathers }): string {
  const random = seeded(seed)
  const { sky, ranges, light } = weathers[weather]
  const bank = (y: number, index: number) =>
    `<linearGradient id="bank${index}" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="#fff" stop-opacity="0"/><stop offset=".6" stop-color="#fff" stop-opacity=".7"/><stop offset="1" stop-color="#fff" stop-opacity="0"/></linearGradient><rect y="${y - 90}" width="1200" height="150" fill="url(#bank${index})"/>`
  const peaks = (y: number, tall: number, fill: string, white: boolean) => {
    const tops: [number, number][] = []
    for (let x = random.between(-160, -60); x < 1400; x += random.between(150, 260))
      tops.push([x, tall * random.between(0.55, 1)])
    const outline = tops
      .map(([x, top]) => `L${n(x)} ${n(y - top)}L${n(x + 95)} ${n(y - top * 0.35)}`)
      .join('')
    const caps = tops.map(([x, top]) => {
      const slope = (top * 0.65) / 95
      return `M${n(x)} ${n(y - top)}l34 ${n(34 * slope)}l-20 -6l-12 16l-13 -14l-14 12l-14 ${n(-8)}Z`
    })
    return (
      shape(`M-200 900${outline}L1500 900Z`, fill) + (white ? shape(caps.join(''), '#fbfdff') : '')
    )
  }
  const layers = ranges.map((fill, index) => {
    const y = 300 + index * 125
    return weather === 'mist'
      ? ridge(random, landscape, y, 70 - index * 6, fill) + (index < 4 ? bank(y + 110, index) : '')
      : peaks(y + 40, 190 - index * 30, fill, index < 3)
  })
  return drawing(
    landscape,
    wash('sky', landscape, ...sky),
    glow('sun', random.between(300, 900), 170, 380, light, 0.9),
    ...layers,
  )
}
