import { seeded } from './random.ts'
import { roofs } from './roofs.ts'
import { disc, drawing, glow, landscape, n, ridge, shape, stars, wash } from './svg.ts'

interface Night {
  seed: number
  ground: 'roofs' | 'hills' | 'forest'
  moon: boolean
  aurora?: boolean
}

/** A clear night over roofs, hills or a forest, with an optional full moon or northern lights. */
export function night({ seed, ground, moon, aurora = false }: Night): string {
  const random = seeded(seed)
  const grounds = {
    roofs: () => roofs(random, landscape, 620, ['#2b3556', '#1f2743', '#151b31']),
    hills: () =>
      ['#10173a', '#0b102b', '#060919']
        .map((fill, index) => ridge(random, landscape, 660 + index * 80, 50, fill))
        .join(''),
    forest: () =>
      ridge(random, landscape, 730, 30, '#0d1f26') +
      Array.from({ length: 60 }, (_, index) => {
        const x = index * 21 + random.between(-10, 10)
        const tall = random.between(80, 210)
        return shape(
          `M${n(x)} ${n(800 - tall)}L${n(x + tall * 0.16)} 830L${n(x - tall * 0.16)} 830Z`,
          random.pick(['#081418', '#0a191e', '#0c1f25']),
        )
      }).join('') +
      shape('M0 800H1200V900H0Z', '#070f13'),
  }
  const x = random.between(380, 820)
  return drawing(
    landscape,
    wash(
      'sky',
      landscape,
      ...(aurora ? ['#07122b', '#0d2740', '#17424c'] : ['#0d1540', '#232f6b', '#4a5591']),
    ),
    stars(random, landscape, moon ? 170 : 800, 720),
    aurora ? curtains() : '',
    moon
      ? glow('halo', x, 270, 330, '#fff6d8', 0.55) +
          disc(x, 270, 104, '#fdf4d7') +
          [
            [-34, -22, 20],
            [28, 26, 26],
            [40, -40, 12],
            [-20, 46, 13],
          ]
            .map(([dx, dy, r]) => disc(x + (dx ?? 0), 270 + (dy ?? 0), r ?? 0, '#efe2bd'))
            .join('')
      : '',
    grounds[ground](),
  )
}

/** Bands of hanging light. */
function curtains(): string {
  const fade =
    '<linearGradient id="curtain" x1="0" y1="0" x2="0" y2="1">' +
    '<stop offset="0" stop-color="#8b6fe8" stop-opacity="0"/>' +
    '<stop offset=".35" stop-color="#6fd6b4" stop-opacity=".35"/>' +
    '<stop offset=".8" stop-color="#7dffb0" stop-opacity=".75"/>' +
    '<stop offset="1" stop-color="#7dffb0" stop-opacity="0"/></linearGradient>'
  const band = (y: number, swing: number, phase: number) =>
    Array.from({ length: 100 }, (_, index) => {
      const x = index * 12.2
      const bottom =
        y + Math.sin(index / 11 + phase) * swing + Math.sin(index / 4.3 + phase) * swing * 0.25
      const tall = 210 + Math.sin(index / 3.1 + phase) * 46
      return `<rect x="${n(x)}" y="${n(bottom - tall)}" width="12.6" height="${n(tall)}" fill="url(#curtain)"/>`
    }).join('')
  return fade + band(380, 60, 0.4) + band(540, 44, 2.6)
}
