import { box, disc, drawing, landscape, line, n, oval, wash } from './svg.ts'

/** A child's painting on a window: a sun with eyelashes. */
export function paintedSun(): string {
  const rays = Array.from({ length: 14 }, (_, index) => {
    const turn = (index / 14) * Math.PI * 2
    const [near, far] = [212, 270 + (index % 3) * 22]
    return line(
      `M${n(600 + Math.cos(turn) * near)} ${n(370 + Math.sin(turn) * near)}L${n(600 + Math.cos(turn) * far)} ${n(370 + Math.sin(turn) * far)}`,
      '#f6b21b',
      26,
      'opacity=".9"',
    )
  })
  const eye = (x: number) =>
    line(`M${x - 44} 336Q${x} 386 ${x + 44} 336`, '#3b2d22', 10) +
    [-40, -20, 0, 20, 40]
      .map((dx) =>
        line(
          `M${x + dx} ${358 - Math.abs(dx) * 0.5}l${dx * 0.5} ${34 - Math.abs(dx) * 0.3}`,
          '#3b2d22',
          7,
        ),
      )
      .join('')
  const flower = (x: number, y: number) =>
    line(`M${x} ${y}C${x - 8} ${y + 50} ${x + 6} ${y + 90} ${x} ${y + 150}`, '#4d8a3c', 12) +
    [0, 60, 120, 180, 240, 300]
      .map((turn) =>
        oval(x, y - 34, 19, 28, '#d8403f', `transform="rotate(${turn} ${x} ${y})" opacity=".92"`),
      )
      .join('') +
    disc(x, y, 19, '#fbd34d')
  return drawing(
    landscape,
    wash('glass', landscape, '#d8eef7', '#f0f8f6'),
    ...Array.from({ length: 9 }, (_, index) =>
      line(
        `M${index * 140 - 40} ${90 + ((index * 67) % 150)}q70 -26 150 4`,
        '#8cc7e8',
        22,
        'opacity=".35"',
      ),
    ),
    ...rays,
    disc(600, 370, 184, '#fdcb33'),
    disc(590, 358, 160, '#ffdb57', 'opacity=".8"'),
    eye(530),
    eye(670),
    line('M520 446Q600 512 680 446', '#d5542f', 14),
    disc(482, 424, 26, '#f79a6b', 'opacity=".7"') + disc(718, 424, 26, '#f79a6b', 'opacity=".7"'),
    ...Array.from({ length: 60 }, (_, index) =>
      line(
        `M${index * 21} 910q${(index % 3) * 8 - 8} -60 ${(index % 5) * 8 - 14} ${-116 - ((index * 37) % 60)}`,
        index % 2 ? '#6bb04e' : '#8cc763',
        17,
        'opacity=".85"',
      ),
    ),
    flower(230, 690),
    flower(840, 712),
    flower(1010, 676),
    box(0, 0, 1200, 16, '#ffffff', 'opacity=".6"'),
  )
}
