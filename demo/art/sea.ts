import { seeded } from './random.ts'
import { disc, drawing, glow, group, landscape, line, n, shape, stars, wash } from './svg.ts'

const lights = {
  day: {
    sky: ['#8ec5e0', '#dff0ee'],
    water: ['#6fb9c2', '#3e97a8', '#79c6c4'],
    foam: '#ffffff',
    sun: '#fffbe9',
  },
  gold: {
    sky: ['#8fb3cc', '#f6d9a6', '#f9c27c'],
    water: ['#eab878', '#b98a62', '#5f6f7d'],
    foam: '#fff1d0',
    sun: '#fff0c4',
  },
  night: {
    sky: ['#0b1330', '#1b2a52'],
    water: ['#14254b', '#0c1a39', '#081228'],
    foam: '#5fd8ff',
    sun: '#9fd4ff',
  },
} as const

interface Sea {
  seed: number
  light: keyof typeof lights
  far: 'boat' | 'mountain' | 'none'
}

/** The sea to a straight horizon, lines of waves that grow towards the shore. */
export function sea({ seed, light, far }: Sea): string {
  const random = seeded(seed)
  const { width, height } = landscape
  const horizon = 380
  const { sky, water, foam, sun } = lights[light]
  const night = light === 'night'
  const waves = Array.from({ length: 26 }, (_, index) => {
    const down = (index / 26) ** 1.6
    const y = horizon + 14 + down * (height - horizon - 90)
    return Array.from({ length: night ? 3 : 5 }, () => {
      const reach = random.between(40, 120) * (0.4 + down * 1.6)
      const x = random.between(-40, width)
      const swell = 3 + down * 14
      const d = `M${n(x)} ${n(y)}q${n(reach / 2)} ${n(-swell)} ${n(reach)} 0t${n(reach)} 0`
      return line(
        d,
        foam,
        1.5 + down * (night ? 7 : 4.5),
        `opacity="${n(random.between(0.2, night ? 0.9 : 0.6))}"`,
      )
    }).join('')
  })
  const beyond = {
    none: '',
    boat: group(
      `translate(${n(random.between(250, 900))} ${horizon + 6})`,
      shape('M-46 0H46L30 20H-32Z', '#4d3b36') +
        shape('M2 -6V-112L58 -6Z', '#fffaf0') +
        shape('M-6 -6V-92L-40 -6Z', '#e8cfa6'),
    ),
    mountain:
      shape(
        `M180 ${horizon}L420 250L520 200L585 176L640 205L700 190L790 246L1060 ${horizon}Z`,
        '#8aa4bd',
      ) +
      shape(
        'M420 250L520 200L585 176L640 205L700 190L790 246L735 236L700 262L650 232L610 262L560 226L505 256L470 240Z',
        '#f8fbff',
      ),
  }
  const beach =
    shape(
      `M0 ${height - 96}C300 ${height - 150} 620 ${height - 40} ${width} ${height - 92}V${height}H0Z`,
      '#f1e2c3',
    ) +
    line(
      `M0 ${height - 98}C300 ${height - 152} 620 ${height - 42} ${width} ${height - 94}`,
      '#ffffff',
      9,
      'opacity=".9"',
    )
  const x = random.between(300, 900)
  return drawing(
    landscape,
    wash('sky', { width, height: horizon }, ...sky),
    night
      ? stars(random, landscape, 150, horizon - 20)
      : glow('sun', x, light === 'gold' ? 300 : 120, 330, sun, 0.95),
    light === 'gold' ? disc(x, 300, 46, sun) : '',
    wash('water', { width, height: height - horizon, y: horizon }, ...water),
    beyond[far],
    ...waves,
    light === 'day' && far === 'none' ? beach : '',
  )
}
