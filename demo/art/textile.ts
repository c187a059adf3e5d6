import { seeded } from './random.ts'
import { box, disc, drawing, landscape, line, n, shape, square, wash } from './svg.ts'

const cloth = [
  '#274b6d',
  '#3f7396',
  '#a9c4cf',
  '#d9a441',
  '#b4532f',
  '#e9d8b8',
  '#6b3b2e',
  '#88a07a',
]

/** A quilt of 64 squares with triangles and stripes, slightly uneven. */
export function quilt(seed: number): string {
  const random = seeded(seed)
  const squares = Array.from({ length: 64 }, (_, index) => {
    const [x, y] = [30 + (index % 8) * 128, 30 + Math.floor(index / 8) * 128]
    const first = random.pick(cloth)
    const second = random.pick(cloth.filter((colour) => colour !== first))
    const kinds = [
      () => shape('M2 2H122V122Z', second),
      () => shape('M2 122V2H122Z', second),
      () => shape('M62 4L120 62L62 120L4 62Z', second),
      () => [12, 44, 76, 108].map((at) => box(at, 2, 12, 120, second)).join(''),
      () => [12, 44, 76, 108].map((at) => box(2, at, 120, 12, second)).join(''),
    ]
    const seam = line('M10 10H114V114H10Z', '#fff8ea', 1.6, 'stroke-dasharray="7 6" opacity=".75"')
    return `<g transform="translate(${x} ${y}) rotate(${n(random.between(-1.6, 1.6))} 62 62)">${box(1, 1, 124, 124, first)}${random.pick(kinds)()}${seam}</g>`
  })
  return drawing(square, box(0, 0, 1080, 1080, '#efe4d0'), ...squares)
}

/** A band of eight-pointed stars between two zigzags, in red and black crosses on linen. */
export function crossStitch(seed: number): string {
  const random = seeded(seed)
  const [columns, size] = [72, 16]
  const star = [
    '...#..#...',
    '..##..##..',
    '.###..###.',
    '###.##.###',
    '...####...',
    '...####...',
    '###.##.###',
    '.###..###.',
    '..##..##..',
    '...#..#...',
  ]
  const crosses: string[] = []
  const stitch = (column: number, row: number, colour: string) => {
    const [x, y] = [
      24 + column * size + random.between(-0.7, 0.7),
      row * size + random.between(-0.7, 0.7),
    ]
    crosses.push(line(`M${n(x)} ${n(y)}l11 11m0 -11l-11 11`, colour, 4.2))
  }
  for (let column = 0; column < columns; column++) {
    const wave = Math.abs((column % 12) - 6)
    for (const row of [12, 13]) stitch(column, row + wave, row === 12 ? '#b3202a' : '#23201f')
    for (const row of [43, 42]) stitch(column, row - wave, row === 43 ? '#b3202a' : '#23201f')
    if (column % 2) for (const row of [9, 46]) stitch(column, row, '#b3202a')
  }
  for (let at = 0; at < 6; at++) {
    star.forEach((text, row) => {
      ;[...text].forEach((mark, column) => {
        if (mark === '#')
          stitch(at * 12 + column + 1, 23 + row, (row + column) % 9 < 2 ? '#23201f' : '#b3202a')
      })
    })
  }
  const weave = Array.from(
    { length: 75 },
    (_, index) =>
      line(`M${index * size + 8} 0V900`, '#d8cdb8', 1, 'opacity=".5"') +
      line(`M0 ${index * size}H1200`, '#d8cdb8', 1, 'opacity=".5"'),
  )
  return drawing(landscape, wash('linen', landscape, '#f7f1e4', '#f1e9d8'), ...weave, ...crosses)
}

/** A kolam: one looping line around a diamond of dots, as drawn on a doorstep. */
export function kolam(): string {
  const step = 116
  const dots: string[] = []
  const loops: string[] = []
  for (let row = -3; row <= 3; row++) {
    for (let column = -3; column <= 3; column++) {
      if (Math.abs(row) + Math.abs(column) > 3) continue
      const [x, y] = [540 + column * step, 540 + row * step]
      dots.push(disc(x, y, 9, '#fffaf0'))
      const reach = 58
      const [odd, rim] = [(row + column) % 2 !== 0, Math.abs(row) + Math.abs(column) === 3]
      if (odd || rim)
        loops.push(
          line(
            `M${x} ${y - reach}C${x + 62} ${y - 50} ${x + 50} ${y - 62} ${x + reach} ${y}C${x + 50} ${y + 62} ${x + 62} ${y + 50} ${x} ${y + reach}C${x - 62} ${y + 50} ${x - 50} ${y + 62} ${x - reach} ${y}C${x - 50} ${y - 62} ${x - 62} ${y - 50} ${x} ${y - reach}Z`,
            '#fffaf0',
            7,
          ),
        )
      else
        loops.push(
          line(
            `M${x} ${y - reach}L${x + reach} ${y}L${x} ${y + reach}L${x - reach} ${y}Z`,
            '#fffaf0',
            7,
          ),
        )
    }
  }
  const petals = [0, 90, 180, 270].map(
    (turn) =>
      `<g transform="rotate(${turn} 540 540)">${line('M540 118C588 92 588 40 540 26C492 40 492 92 540 118Z', '#fffaf0', 7)}${disc(540, 74, 9, '#e9b44c')}</g>`,
  )
  return drawing(square, wash('floor', square, '#9c4632', '#85382a'), ...loops, ...petals, ...dots)
}

/** Rows of watercolour swatches, ordered from dawn to dusk. */
export function swatches(seed: number): string {
  const random = seeded(seed)
  const dabs = Array.from({ length: 48 }, (_, index) => {
    const [x, y] = [120 + (index % 8) * 137, 120 + Math.floor(index / 8) * 132]
    const hue = 52 - (index / 48) * 190 + random.between(-5, 5)
    const colour = `hsl(${n((hue + 360) % 360)} ${n(random.between(58, 78))}% ${n(random.between(50, 68))}%)`
    const edge = Array.from({ length: 10 }, (_, corner) => {
      const [turn, radius] = [(corner / 10) * Math.PI * 2, random.between(44, 54)]
      return `${n(x + Math.cos(turn) * radius)} ${n(y + Math.sin(turn) * radius * 0.86)}`
    })
    return (
      shape(
        `M${edge.join('L')}Z`,
        colour,
        `stroke="${colour}" stroke-width="14" stroke-linejoin="round" opacity=".85"`,
      ) + shape(`M${edge.slice(0, 5).join('L')}Z`, '#fff', 'opacity=".16"')
    )
  })
  return drawing(landscape, wash('paper', landscape, '#fdf9f0', '#f8f1e2'), ...dabs)
}
