import { seeded } from './random.ts'
import { box, drawing, group, landscape, line, n, wash } from './svg.ts'

const spines = ['#3d5a73', '#b3573a', '#5f7f63', '#d1a044', '#7b4b6b', '#c98a7a', '#41506b']

/** A stack of books on a table with a pair of glasses on top. */
export function books({ seed, count }: { seed: number; count: number }): string {
  const random = seeded(seed)
  let y = 730
  const stack = Array.from({ length: count }, (_, index) => {
    const [wide, thick] = [random.between(470, 610), random.between(66, 92)]
    const x = 600 - wide / 2 + random.between(-34, 34)
    const colour = spines[(index * 3 + seed) % spines.length] as string
    y -= thick
    return group(
      `rotate(${n(random.between(-1.2, 1.2))} 600 ${n(y)})`,
      box(x, y, wide, thick, colour, 'rx="7"'),
      box(x + wide - 26, y + 9, 26, thick - 18, '#f3ead7'),
      ...[0.3, 0.5, 0.7].map((at) =>
        line(`M${n(x + wide - 24)} ${n(y + thick * at)}h22`, '#cfc2a6', 2),
      ),
      box(x + 36, y, 12, thick, '#ffffff', 'opacity=".3"'),
      box(x + 110, y + thick * 0.36, wide * 0.42, thick * 0.14, '#fff6e0', 'opacity=".8"'),
      box(x + 110, y + thick * 0.6, wide * 0.24, thick * 0.1, '#fff6e0', 'opacity=".55"'),
    )
  })
  const glasses = group(
    `translate(600 ${n(y - 30)})`,
    line('M-104 0c0 -34 78 -34 78 0s-78 34 -78 0Z', '#2b2622', 8),
    line('M26 0c0 -34 78 -34 78 0s-78 34 -78 0Z', '#2b2622', 8),
    line('M-26 -4c14 -16 38 -16 52 0M-104 -4l-34 22M104 -4l34 22', '#2b2622', 7),
  )
  return drawing(
    landscape,
    wash('wall', landscape, '#e7eee6', '#f2ead9'),
    box(0, 724, 1200, 176, '#a9764a'),
    box(0, 724, 1200, 9, '#c79468'),
    box(300, 728, 600, 16, '#00000026', 'rx="8"'),
    ...stack,
    glasses,
  )
}
