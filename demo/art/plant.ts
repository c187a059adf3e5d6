import { type Random, seeded } from './random.ts'
import { box, disc, drawing, group, line, n, oval, portrait, shape, wash } from './svg.ts'

const kinds = { leafy, fern, cactus, jasmine, seedlings }

/** A potted plant; the seed arranges its leaves. */
export function plant(kind: keyof typeof kinds, seed: number): string {
  return kinds[kind](seeded(seed))
}

const room = (upper: string, lower: string, table: string, ...things: string[]) =>
  drawing(
    portrait,
    wash('wall', portrait, upper, lower),
    box(0, 1060, 1000, 190, table),
    box(0, 1060, 1000, 8, '#ffffff', 'opacity=".25"'),
    oval(500, 1130, 240, 26, '#00000026'),
    ...things,
  )

const pot = (colour: string, dark: string, stripes = '') =>
  shape('M340 880H660L618 1130H382Z', colour) +
  shape('M560 880H660L618 1130H540Z', dark) +
  stripes +
  box(322, 840, 356, 60, colour, 'rx="8"') +
  box(560, 840, 118, 60, dark, 'rx="8"')

function leafy(random: Random): string {
  const stems = [-74, -48, -24, -4, 20, 44, 70]
  const leaves = stems.map((lean, index) => {
    const newest = index === 3
    const tall = (newest ? 560 : 420 + (index % 3) * 74) + random.between(-20, 20)
    const [x, y] = [
      500 + Math.sin((lean * Math.PI) / 180) * tall * 0.82,
      850 - Math.cos((lean * Math.PI) / 180) * tall,
    ]
    const green = newest ? '#a9d16b' : random.pick(['#2f6b46', '#3a7a50', '#28603e'])
    const size = newest ? 0.8 : random.between(1, 1.25)
    return (
      line(
        `M500 860Q${n(500 + lean)} ${n(y + tall * 0.5)} ${n(x)} ${n(y)}`,
        newest ? '#8dbb55' : '#3d7048',
        10,
      ) +
      group(
        `translate(${n(x)} ${n(y)}) rotate(${n(lean)}) scale(${n(size)})`,
        shape(
          'M0 60C-120 60 -150 -70 -70 -150C-40 -180 -14 -186 0 -200C14 -186 40 -180 70 -150C150 -70 120 60 0 60Z',
          green,
        ),
        ...(newest
          ? []
          : [-1, 1].flatMap((side) =>
              [-10, -62, -112].map((dy) =>
                shape(
                  `M${side * 150} ${dy - 20}L${side * 46} ${dy + 22}L${side * 150} ${dy + 10}Z`,
                  '#e5eee6',
                ),
              ),
            )),
        line('M0 56V-170', newest ? '#c9e58f' : '#6fa37c', 6),
      )
    )
  })
  return room('#e5eee6', '#e5eee6', '#c9a27a', ...leaves, pot('#c4673f', '#a95534'))
}

function fern(random: Random): string {
  const fronds = Array.from({ length: 15 }, (_, index) => {
    const lean = -84 + index * 12 + random.between(-4, 4)
    const reach = 470 + random.between(-50, 50) - Math.abs(lean) * 0.9
    const turn = (lean * Math.PI) / 180
    const [endX, endY] = [
      500 + Math.sin(turn) * reach,
      860 - Math.cos(turn) * reach + Math.abs(lean) * 2.6,
    ]
    const [midX, midY] = [
      500 + Math.sin(turn) * reach * 0.45,
      860 - Math.cos(turn) * reach * 0.8 - 80,
    ]
    const green = random.pick(['#3f7f45', '#4f9150', '#5fa35a', '#35703f'])
    const leaflets = Array.from({ length: 22 }, (_, at) => {
      const t = 0.12 + (at / 22) * 0.88
      const [x, y] = [
        (1 - t) ** 2 * 500 + 2 * (1 - t) * t * midX + t * t * endX,
        (1 - t) ** 2 * 860 + 2 * (1 - t) * t * midY + t * t * endY,
      ]
      const angle =
        (Math.atan2(
          2 * (1 - t) * (midY - 860) + 2 * t * (endY - midY),
          2 * (1 - t) * (midX - 500) + 2 * t * (endX - midX),
        ) *
          180) /
        Math.PI
      const long = 52 * (1 - t) + 12
      return [-1, 1]
        .map((side) =>
          group(
            `translate(${n(x)} ${n(y)}) rotate(${n(angle + side * 68)})`,
            oval(long * 0.9, 0, long, 8, green),
          ),
        )
        .join('')
    })
    return (
      line(`M500 860Q${n(midX)} ${n(midY)} ${n(endX)} ${n(endY)}`, '#2f5f37', 5) + leaflets.join('')
    )
  })
  return room('#f3e9dc', '#ead9c4', '#8a6a4f', ...fronds, pot('#5f8f78', '#4d7763'))
}

function cactus(random: Random): string {
  const ribs = [-150, -100, -50, 0, 50, 100, 150].map((x) =>
    line(`M${500 + x * 0.5} 560Q${500 + x * 1.35} 720 ${500 + x * 0.7} 860`, '#3f7a55', 7),
  )
  const spines = Array.from({ length: 90 }, () => {
    const [turn, far] = [random.between(0, 7), Math.sqrt(random.between(0, 1)) * 0.94]
    const [x, y] = [500 + Math.cos(turn) * far * 196, 712 + Math.sin(turn) * far * 168]
    return line(`M${n(x - 9)} ${n(y - 7)}l18 14m0 -14l-18 14`, '#f6f0d8', 2.6)
  })
  const petals = Array.from({ length: 14 }, (_, index) =>
    oval(
      500,
      476,
      24,
      76,
      index % 2 ? '#e86f9a' : '#f295b5',
      `transform="rotate(${n(-90 + index * 13.8)} 500 548)"`,
    ),
  )
  const stripes = shape('M346 920H654L646 968H354ZM360 1010H640L632 1056H368Z', '#f7efe0')
  return room(
    '#dfe7f0',
    '#eee7e6',
    '#b98d6a',
    oval(500, 712, 206, 178, '#55976b'),
    oval(440, 660, 90, 100, '#69ab7d', 'opacity=".6"'),
    ...ribs,
    ...spines,
    ...petals,
    disc(500, 536, 30, '#ffe08a'),
    pot('#c7654a', '#ab523b', stripes),
  )
}

function jasmine(random: Random): string {
  const frame = line(
    'M400 860V210C400 120 600 120 600 210V860M400 700H600M400 520H600M400 340H600',
    '#a17850',
    12,
  )
  const leaves = Array.from({ length: 150 }, (_, index) => {
    const y = 850 - (index / 150) * 700
    const x = 500 + Math.sin(index / 5) * 118 + random.between(-46, 46)
    return oval(
      x,
      y,
      28,
      12,
      random.pick(['#3f7d4c', '#4f9059', '#336a42']),
      `transform="rotate(${n(random.between(-60, 60))} ${n(x)} ${n(y)})"`,
    )
  })
  const flowers = Array.from({ length: 46 }, (_, index) => {
    const y = 830 - (index / 46) * 690
    const x = 500 + Math.sin(index / 1.7) * 130 + random.between(-40, 40)
    const turned = random.between(0, 72)
    return (
      [0, 72, 144, 216, 288]
        .map((turn) =>
          oval(
            x,
            y - 15,
            8.5,
            15,
            '#fffdf6',
            `transform="rotate(${n(turn + turned)} ${n(x)} ${n(y)})"`,
          ),
        )
        .join('') + disc(x, y, 5, '#f3d36b')
    )
  })
  return room(
    '#9cc0d8',
    '#e3e6dc',
    '#c9ad8a',
    frame,
    ...leaves,
    ...flowers,
    pot('#b8634a', '#9d513b'),
  )
}

function seedlings(random: Random): string {
  const sprouts = Array.from({ length: 12 }, (_, index) => {
    const [x, y] = [190 + (index % 6) * 124 + (index > 5 ? -6 : 20), index > 5 ? 960 : 820]
    const tall = random.between(110, 190)
    const sway = random.between(-18, 18)
    return (
      line(`M${x} ${y}q${n(sway)} ${n(-tall / 2)} 0 ${n(-tall)}`, '#7fb35a', 8) +
      [-1, 1]
        .map((side) =>
          group(
            `translate(${x} ${n(y - tall)}) rotate(${n(side * random.between(24, 44))})`,
            oval(side * 38, 0, 42, 19, random.pick(['#6aa84c', '#7cbb5a', '#5b9843'])),
          ),
        )
        .join('')
    )
  })
  return drawing(
    portrait,
    wash('light', portrait, '#dcebf2', '#f6f0df'),
    box(0, 1060, 1000, 190, '#c8b59a'),
    box(90, 790, 820, 60, '#4c3527', 'rx="10"'),
    ...sprouts.slice(0, 6),
    box(70, 930, 860, 50, '#57402f', 'rx="10"'),
    ...sprouts.slice(6),
    shape('M50 960H950L920 1110H80Z', '#3b4a46') + box(50, 950, 900, 30, '#4a5c57', 'rx="6"'),
    ...[1, 2, 3, 4, 5].map((at) =>
      line(`M${50 + at * 150} 982L${80 + at * 140} 1108`, '#2d3936', 4),
    ),
  )
}
