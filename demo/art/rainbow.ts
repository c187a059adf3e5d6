import { type Random, seeded } from './random.ts'
import { box, drawing, group, landscape, line, n, shape, wash } from './svg.ts'

const bands = ['#e4572e', '#f29e4c', '#f4d35e', '#7fb069', '#4f9bc4', '#5c6bb0', '#8a5a9e']

/** A rainbow after rain, over a street of coloured roofs or over one long house. */
export function rainbow({ seed, ground }: { seed: number; ground: 'roofs' | 'house' }): string {
  const random = seeded(seed)
  const arc = bands.map((colour, index) => {
    const radius = 500 - index * 17
    return line(
      `M${600 - radius} 700A${radius} ${radius} 0 0 1 ${600 + radius} 700`,
      colour,
      18,
      'opacity=".62" style="stroke-linecap:butt"',
    )
  })
  return drawing(
    landscape,
    wash('sky', landscape, '#7f95a8', '#b9c9d2', '#e8ecea'),
    cloud(random.between(-40, 60), 90, 2.1),
    cloud(random.between(760, 860), 50, 2.4),
    ...arc,
    ground === 'roofs' ? street(random) : longHouse(),
  )
}

const cloud = (x: number, y: number, scale: number) =>
  group(
    `translate(${n(x)} ${y}) scale(${scale})`,
    shape(
      'M0 52C0 30 26 22 42 32C52 2 100 0 114 26C134 12 168 20 172 42C194 40 206 50 200 60H8C2 60 0 56 0 52Z',
      '#8393a0',
      'opacity=".8"',
    ),
  )

function street(random: Random): string {
  const walls = ['#f2e3cf', '#e6d3bd', '#dfe3de', '#f0d9c9', '#d9e0e6']
  const tiles = ['#b4533c', '#8c4a3c', '#5b6b7d', '#c9803f', '#6d7f5d']
  const houses: string[] = []
  for (let x = -30, index = 0; x < 1200; index++) {
    const wide = random.between(130, 190)
    const top = random.between(600, 670)
    const pitch = random.between(60, 92)
    const [wall, tile] = [
      walls[index % walls.length] as string,
      tiles[(index * 2) % tiles.length] as string,
    ]
    const panes = [0, 1].flatMap((column) =>
      [0, 1].map((row) =>
        box(
          x + wide * (0.18 + column * 0.42),
          top + 44 + row * 100,
          wide * 0.2,
          56,
          '#6f8596',
          'rx="3"',
        ),
      ),
    )
    houses.push(
      box(x + wide * 0.66, top - pitch * 0.95, 22, 70, '#8a6a5a'),
      box(x, top, wide, 900 - top, wall),
      shape(
        `M${n(x - 8)} ${n(top + 6)}L${n(x + wide / 2)} ${n(top - pitch)}L${n(x + wide + 8)} ${n(top + 6)}Z`,
        tile,
      ),
      ...panes,
    )
    x += wide
  }
  return houses.join('')
}

const longHouse = () =>
  shape('M0 770C300 740 900 740 1200 776V900H0Z', '#7f9a63') +
  box(230, 640, 740, 160, '#f6f1e6') +
  shape('M190 650L290 540H910L1010 650Z', '#b5402f') +
  Array.from({ length: 13 }, (_, index) =>
    line(`M${290 + index * 52} 542L${214 + index * 64} 648`, '#8f3023', 3),
  ).join('') +
  shape('M170 706H1030L1000 660H200Z', '#c7503c') +
  [190, 350, 510, 680, 840, 1000].map((x) => box(x, 704, 12, 104, '#fffaf0')).join('') +
  [270, 420, 740, 890].map((x) => box(x, 716, 60, 60, '#57707f', 'rx="3"')).join('') +
  box(570, 714, 66, 94, '#3e5a4a', 'rx="3"') +
  box(176, 800, 850, 12, '#d9cbb0')
