import { seeded } from './random.ts'
import { box, disc, drawing, landscape, line, n, oval, shape, wash } from './svg.ts'

const rooms = {
  bright: {
    wall: ['#e9f1ee', '#f8efe2'],
    table: '#d8b48a',
    light: '#fffdf2',
    outside: ['#bfe0ee', '#eef6f4'],
  },
  autumn: {
    wall: ['#e8d2b4', '#efdcc0'],
    table: '#7a4a2c',
    light: '#ffe3ae',
    outside: ['#e79a4b', '#f6cf86'],
  },
  workshop: {
    wall: ['#c9b79c', '#dccbb0'],
    table: '#b98450',
    light: '#fff4dc',
    outside: ['#dbe8ef', '#f4f7f8'],
  },
  paper: { wall: ['#faf4e6', '#f6eeda'], table: '', light: '', outside: [] },
} as const

interface Cup {
  seed: number
  kind: 'saucer' | 'bowl' | 'mug'
  room: keyof typeof rooms
}

/** A hot drink on a table by a window; the paper variant is drawn in ink only. */
export function cup({ seed, kind, room }: Cup): string {
  if (room === 'paper') return inkMug()
  const random = seeded(seed)
  const { wall, table, light, outside } = rooms[room]
  const left = random.between(640, 740)
  const window =
    box(left, 70, 400, 440, light) +
    `<linearGradient id="outside" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="${outside[0]}"/><stop offset="1" stop-color="${outside[1]}"/></linearGradient>` +
    [0, 1]
      .map((column) =>
        [0, 1]
          .map((row) => box(left + 20 + column * 186, 90 + row * 206, 174, 194, 'url(#outside)'))
          .join(''),
      )
      .join('')
  const leaves =
    room === 'autumn'
      ? Array.from({ length: 26 }, () => {
          const x = left + 40 + random.between(0, 320)
          return oval(
            x,
            110 + random.between(0, 360),
            17,
            9,
            random.pick(['#c8552b', '#d97a2f', '#e5a93c']),
            `transform="rotate(${n(random.between(0, 180))} ${n(x)} 300)" opacity=".85"`,
          )
        }).join('')
      : ''
  const cups = { saucer, bowl, mug: () => mug('#3f6c9c') + bun() }
  return drawing(
    landscape,
    wash('wall', landscape, ...wall),
    window,
    leaves,
    box(left + 194, 70, 12, 440, light) + box(left, 288, 400, 12, light),
    box(0, 640, 1200, 260, table),
    box(0, 640, 1200, 10, '#ffffff', 'opacity=".22"'),
    ...Array.from({ length: 7 }, () => {
      const y = random.between(670, 880)
      return line(
        `M${n(random.between(-50, 700))} ${n(y)}h${n(random.between(180, 520))}`,
        '#000',
        3,
        'opacity=".07"',
      )
    }),
    cups[kind](),
    steam('#ffffff', 9, '.75'),
  )
}

const steam = (colour: string, width: number, opacity: string) =>
  [-56, 0, 56]
    .map((dx, index) =>
      line(
        `M${430 + dx} ${420 - index * 6}c-34 -46 34 -78 0 -128s26 -62 8 -104`,
        colour,
        width,
        `opacity="${opacity}"`,
      ),
    )
    .join('')

const saucer = () =>
  oval(430, 742, 262, 42, '#00000022') +
  oval(430, 726, 250, 40, '#ffffff') +
  oval(430, 720, 190, 24, '#e7e3dc') +
  line('M580 560c84 -16 96 104 -22 116', '#f4f1ea', 30) +
  shape('M262 500C262 650 320 722 430 722S598 650 598 500Z', '#fbf9f5') +
  shape('M500 500C500 640 470 712 430 722C540 722 598 650 598 500Z', '#e9e5dd') +
  oval(430, 500, 168, 34, '#fbf9f5') +
  oval(430, 502, 148, 26, '#5a3520')

const bowl = () =>
  oval(430, 740, 200, 30, '#00000033') +
  shape('M270 480C272 640 330 736 430 738S588 640 590 480Z', '#6f7f74') +
  shape(
    'M270 480C271 540 282 596 300 640C360 610 500 690 560 640C580 596 589 540 590 480Z',
    '#d9d3c3',
  ) +
  shape('M362 730h136l-8 18H370Z', '#5b6a60') +
  oval(430, 480, 160, 34, '#e6e0d1') +
  oval(430, 484, 140, 26, '#a5622b')

const mug = (colour: string) =>
  oval(430, 742, 210, 30, '#00000030') +
  line('M566 540c112 -22 112 150 -4 132', colour, 34) +
  shape('M280 470H580V690C580 724 552 742 520 742H340C308 742 280 724 280 690Z', colour) +
  shape('M500 470H580V690C580 724 552 742 520 742H470C494 700 500 600 500 470Z', '#00000022') +
  oval(430, 470, 150, 30, '#f4f1ea') +
  oval(430, 474, 136, 23, '#3d2415')

const bun = () =>
  oval(850, 762, 150, 22, '#00000030') +
  oval(850, 700, 146, 74, '#c98543') +
  oval(850, 684, 122, 56, '#dca05c') +
  line('M850 684c30 -18 46 16 8 26s-76 -16 -52 -46s98 -24 112 14s-44 62 -96 54', '#8a4f22', 10) +
  Array.from({ length: 22 }, (_, index) =>
    disc(
      850 + Math.cos(index * 2.4) * (16 + index * 4.4),
      686 + Math.sin(index * 2.4) * (6 + index * 1.9),
      5,
      '#fff8ec',
    ),
  ).join('')

const inkMug = () =>
  drawing(
    landscape,
    wash('paper', landscape, ...rooms.paper.wall),
    line(
      'M402 360C404 520 410 640 424 716C432 744 640 746 652 714C664 640 672 520 672 360',
      '#2a2622',
      7,
    ),
    line('M402 360C404 330 670 328 672 360C672 396 402 396 402 360Z', '#2a2622', 6),
    line('M428 366C470 384 610 384 646 364', '#2a2622', 4),
    line('M670 440C784 410 796 600 660 612', '#2a2622', 7),
    line('M668 478C734 462 740 566 662 574', '#2a2622', 5),
    line('M300 742C500 760 760 736 920 748', '#2a2622', 4),
    ...Array.from({ length: 14 }, (_, index) =>
      line(`M${614 - index * 2} ${430 + index * 20}l${42 - index} ${-16}`, '#2a2622', 3),
    ),
    ...[470, 536, 602].map((x, index) =>
      line(`M${x} ${300 - index * 4}c-26 -40 28 -66 2 -110s18 -50 4 -84`, '#2a2622', 5),
    ),
  )
