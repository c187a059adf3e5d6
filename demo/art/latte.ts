import { disc, drawing, line, oval, shape, square, wash } from './svg.ts'

/** A cup of coffee seen from above, a heart in its foam. */
export function latte(): string {
  const planks = [0, 1, 2, 3, 4].map((index) =>
    line(`M0 ${210 * index + 30}H1080`, '#5d3a22', 5, 'opacity=".5"'),
  )
  const grain = Array.from({ length: 24 }, (_, index) =>
    line(
      `M${(index * 197) % 900} ${(index * 83) % 1080}h${120 + ((index * 61) % 200)}`,
      '#5d3a22',
      2,
      'opacity=".22"',
    ),
  )
  return drawing(
    square,
    wash('wood', square, '#a9744a', '#8e5d39'),
    ...planks,
    ...grain,
    disc(556, 566, 400, '#00000033'),
    disc(540, 540, 400, '#f7f4ee'),
    disc(540, 540, 330, '#e6e1d7'),
    line('M806 540h120', '#fffdf8', 66),
    disc(540, 540, 270, '#fffdf8'),
    disc(540, 540, 240, '#7a4a29'),
    disc(540, 540, 226, '#a5693b'),
    shape(
      'M540 716C420 640 362 560 384 480C402 416 492 400 540 470C588 400 678 416 696 480C718 560 660 640 540 716Z',
      '#f8ecd9',
    ),
    line('M540 690C448 628 402 560 418 498', '#e2c7a2', 8),
    line('M540 690C632 628 678 560 662 498', '#e2c7a2', 8),
    oval(440, 400, 12, 8, '#c99a6b'),
    oval(664, 386, 9, 6, '#c99a6b'),
  )
}
