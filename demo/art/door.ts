import { box, disc, drawing, group, line, n, oval, portrait, shape, wash } from './svg.ts'

/** The yellow door of a bakery in a blue wall, or a drawing of Tuesday. */
export const door = (kind: 'street' | 'tuesday') => (kind === 'street' ? street() : tuesday())

const street = () =>
  drawing(
    portrait,
    wash('wall', portrait, '#3f7f9e', '#356f8c'),
    ...Array.from({ length: 34 }, (_, index) =>
      box(
        n3(index * 211, 960),
        n3(index * 137, 980),
        46 + ((index * 17) % 50),
        8,
        '#ffffff',
        'opacity=".05"',
      ),
    ),
    box(0, 1060, 1000, 190, '#9b8f80'),
    ...[0, 1, 2, 3, 4, 5].map((index) =>
      line(`M${index * 190 - 40} 1250L${index * 170 + 60} 1060`, '#83776a', 4),
    ),
    box(250, 990, 500, 78, '#cfc5b6'),
    box(290, 930, 420, 66, '#ddd4c6'),
    box(316, 250, 368, 684, '#f6efe0'),
    box(340, 276, 320, 656, '#f0b92d'),
    ...[0, 1].flatMap((column) => [
      box(366 + column * 142, 500, 126, 190, '#dba321', 'rx="4"'),
      box(366 + column * 142, 716, 126, 190, '#dba321', 'rx="4"'),
    ]),
    box(366, 306, 268, 166, '#a9cbd6', 'rx="4"'),
    line('M500 306V472', '#f0b92d', 10),
    line('M382 440l70 -110M420 456l64 -100', '#ffffff', 8, 'opacity=".5"'),
    disc(640, 700, 15, '#7a5a1e'),
    box(450, 560, 100, 14, '#7a5a1e', 'rx="7"'),
    shape('M790 900h130l-20 160h-90Z', '#b5593a'),
    box(780, 880, 150, 30, '#c66a48', 'rx="6"'),
    ...[
      [820, 820],
      [880, 800],
      [850, 760],
      [800, 780],
      [910, 840],
    ].map(([x = 0, y = 0]) => disc(x, y, 44, '#4f7f4a')),
    ...[
      [812, 780],
      [872, 748],
      [902, 806],
      [838, 822],
    ].map(
      ([x = 0, y = 0]) =>
        [0, 72, 144, 216, 288]
          .map((turn) =>
            oval(x, y - 13, 10, 13, '#d8374a', `transform="rotate(${turn} ${x} ${y})"`),
          )
          .join('') + disc(x, y, 6, '#ffe3a0'),
    ),
  )

const n3 = (value: number, range: number) => value % range

const tuesday = () =>
  drawing(
    portrait,
    wash('yellow', portrait, '#fbe08a', '#f6c445', '#f0ad33'),
    ...Array.from({ length: 90 }, (_, index) => {
      const [x, y] = [n3(index * 173, 1000), 700 + n3(index * 97, 540)]
      return line(
        `M${x} ${y}q${6 + (index % 5) * 3} ${-26 - (index % 4) * 8} ${2 + (index % 3) * 9} ${-44 - (index % 4) * 10}`,
        index % 3 ? '#d98f1f' : '#fff0b8',
        4,
        'opacity=".7"',
      )
    }),
    disc(720, 250, 112, '#fffbe9'),
    disc(764, 226, 100, '#fae093'),
    line('M720 138V40', '#b97a1a', 3, 'stroke-dasharray="10 8"'),
    shape('M360 860V600C360 500 640 500 640 600V860Z', '#7a4d13'),
    shape('M376 860V606C376 520 624 520 624 606V860Z', '#fff8dc'),
    shape('M376 860V606C376 556 430 534 500 534L462 580C420 590 404 606 404 640V900Z', '#2f6fa8'),
    shape('M376 860V606C376 556 440 530 520 541V912Z', '#3b82bd'),
    disc(492, 730, 12, '#fbe08a'),
    group(
      `translate(500 ${n(940)})`,
      line('M-180 -52C-60 0 -10 40 20 120S60 240 -40 300', '#fff0b8', 34, 'opacity=".8"'),
    ),
  )
