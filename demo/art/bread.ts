import { seeded } from './random.ts'
import { box, disc, drawing, group, landscape, line, n, oval, shape, wash } from './svg.ts'

/** Round loaves on a floured board, each with another score pattern. */
export function bread(count: number): string {
  const random = seeded(count)
  const scores = [
    'M-120 20C-60 -70 60 -90 130 -30',
    'M-90 -70L90 50M90 -70L-90 50',
    'M0 -96V70M-20 -60C-60 -50 -84 -20 -92 14M20 -60C60 -50 84 -20 92 14M-10 -14C-40 -4 -56 20 -60 44M10 -14C40 -4 56 20 60 44',
  ]
  const places = [
    [330, 470],
    [850, 450],
    [590, 640],
  ].slice(0, count)
  const loaf = ([x = 0, y = 0]: number[], index: number) =>
    group(
      `translate(${x} ${y})`,
      oval(10, 96, 216, 68, '#3a210f', 'opacity=".35"'),
      oval(0, 0, 212, 158, '#8a4a1e'),
      oval(-6, -14, 196, 138, '#b66c2e'),
      oval(-22, -36, 150, 92, '#cd8a45'),
      line(scores[index % scores.length] as string, '#f3dcb2', 26),
      line(scores[index % scores.length] as string, '#6f3915', 6, 'transform="translate(-4 -14)"'),
      ...Array.from({ length: 60 }, () =>
        disc(
          random.between(-150, 150),
          random.between(-96, 70),
          random.between(1.5, 4),
          '#fff3dc',
          `opacity="${n(random.between(0.3, 0.8))}"`,
        ),
      ),
    )
  return drawing(
    landscape,
    wash('table', landscape, '#4a5a58', '#3a4644'),
    shape(
      'M90 300C90 262 110 250 150 250H1050C1090 250 1110 262 1110 300V780C1110 820 1088 834 1050 834H150C112 834 90 820 90 780Z',
      '#c79a66',
    ),
    ...[340, 430, 520, 610, 700, 780].map((y) =>
      line(`M120 ${y}C400 ${y - 16} 760 ${y + 14} 1080 ${y - 4}`, '#a97c4a', 4, 'opacity=".5"'),
    ),
    ...Array.from({ length: 240 }, () =>
      disc(
        random.between(120, 1080),
        random.between(280, 810),
        random.between(1, 4),
        '#fff8ea',
        'opacity=".6"',
      ),
    ),
    ...places.map(loaf),
    box(0, 0, 1200, 250, '#2f3a38', 'opacity=".25"'),
  )
}
