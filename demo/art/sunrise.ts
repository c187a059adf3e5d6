import { seeded } from './random.ts'
import { roofs } from './roofs.ts'
import { box, disc, drawing, glow, group, landscape, n, ridge, shape, wash } from './svg.ts'

const skies = {
  dawn: {
    wash: ['#5f8fb4', '#f3cba4', '#fbe3c4'],
    sun: '#f58a3c',
    hills: ['#8fa98d', '#5f8468', '#3d614d', '#27443a'],
    roofs: '#3a4a52',
  },
  pink: {
    wash: ['#7d86b8', '#e9a3b3', '#fbd7c6'],
    sun: '#fff0d2',
    hills: ['#a98ba6', '#7d6b8f', '#574e75', '#3c3759'],
    roofs: '#423c5e',
  },
  dusk: {
    wash: ['#4b3f78', '#b0608f', '#f2986a', '#fbc98a'],
    sun: '#ffd69a',
    hills: ['#8d5a7c', '#684a72', '#473a61', '#2f2a4a'],
    roofs: '#4b3353',
  },
  winter: {
    wash: ['#a9c3d6', '#dfe3e4', '#f9e6d2'],
    sun: '#fff3d8',
    hills: ['#dfe7ee', '#cfdbe6', '#e9eff4', '#f7fafc'],
    roofs: '#5b6b7a',
  },
} as const

interface Sunrise {
  seed: number
  sky: keyof typeof skies
  ground: 'hills' | 'roofs' | 'sea' | 'snow'
}

/** The sun low over hills, roofs, a winter country or the sea. */
export function sunrise({ seed, sky, ground }: Sunrise): string {
  const random = seeded(seed)
  const { width, height } = landscape
  const colours = skies[sky]
  const horizon = 560
  const x = random.between(380, 820)
  const y = horizon - (ground === 'roofs' ? 10 : random.between(40, 90))
  const grounds = {
    hills: () =>
      colours.hills
        .map((fill, index) => ridge(random, landscape, horizon + index * 88, 46 - index * 4, fill))
        .join(''),
    snow: () =>
      colours.hills
        .map(
          (fill, index) =>
            ridge(random, landscape, horizon + index * 88, 34, fill) +
            (index < 3 ? firs(index) : ''),
        )
        .join(''),
    roofs: () =>
      roofs(random, landscape, horizon + 20, [colours.hills[1], colours.hills[2], colours.roofs]),
    sea: () => water(),
  }
  const firs = (row: number) =>
    Array.from({ length: 9 + row * 3 }, () => {
      const tall = random.between(34, 60) * (1 + row * 0.35)
      return fir(random.between(0, width), horizon + row * 88 + random.between(44, 78), tall)
    }).join('')
  const water = () => {
    const glints = Array.from({ length: 46 }, (_, index) => {
      const down = (index / 46) ** 1.5
      const reach = random.between(24, 70) * (0.5 + down * 1.8)
      return box(
        x - reach + random.between(-22, 22) * (1 + down * 2),
        horizon + 8 + down * 320,
        reach * 2,
        2 + down * 6,
        colours.sun,
        `rx="3" opacity="${n(0.75 - down * 0.35)}"`,
      )
    })
    return (
      wash(
        'water',
        { width, height: height - horizon, y: horizon },
        '#c77a86',
        '#6a5590',
        '#39366a',
      ) + glints.join('')
    )
  }
  return drawing(
    landscape,
    wash('sky', landscape, ...colours.wash),
    glow('halo', x, y, 420, colours.sun, 0.75),
    disc(x, y, 74, colours.sun),
    cloud(random.between(100, 500), random.between(120, 220), 1),
    cloud(random.between(700, 1000), random.between(200, 300), 0.7),
    grounds[ground](),
  )
}

const cloud = (x: number, y: number, scale: number) =>
  group(
    `translate(${n(x)} ${n(y)}) scale(${scale})`,
    shape(
      'M0 40C0 22 26 16 40 24C50 0 96 0 108 20C128 8 162 16 164 34C184 32 196 40 192 48L6 48C2 48 0 45 0 40Z',
      '#fff',
      'opacity=".45"',
    ),
  )

const fir = (x: number, y: number, tall: number) =>
  shape(
    `M${n(x)} ${n(y - tall)}L${n(x + tall * 0.26)} ${n(y)}L${n(x - tall * 0.26)} ${n(y)}Z`,
    '#3f5a5a',
  )
