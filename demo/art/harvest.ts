import { type Random, seeded } from './random.ts'
import { box, disc, drawing, group, landscape, line, n, oval, shape, square, wash } from './svg.ts'

/** A bowl of tomatoes on a checked cloth, chillies in front, a snail on the rim. */
export function tomatoes(count: number): string {
  const random = seeded(count)
  const checks = Array.from(
    { length: 12 },
    (_, index) =>
      box(index * 100, 560, 50, 340, '#c65b4a', 'opacity=".16"') +
      (index < 4 ? box(0, 580 + index * 90, 1200, 45, '#c65b4a', 'opacity=".16"') : ''),
  )
  const places = [
    [380, 470],
    [490, 486],
    [610, 486],
    [720, 474],
    [820, 480],
    [440, 400],
    [555, 396],
    [672, 396],
    [768, 410],
  ].slice(0, count)
  const fruits = places.map(([x = 0, y = 0]) => tomato(random, x, y))
  return drawing(
    landscape,
    wash('wall', landscape, '#f5ead8', '#efdfc6'),
    box(0, 560, 1200, 340, '#faf3e6'),
    ...checks,
    oval(600, 792, 330, 34, '#00000022'),
    ...fruits,
    shape('M270 480C280 690 420 784 600 784S920 690 930 480C800 540 400 540 270 480Z', '#3f6f9f'),
    shape(
      'M700 776C840 744 922 640 930 480C890 500 846 512 800 518C796 640 770 730 700 776Z',
      '#335b84',
    ),
    line('M276 520C400 576 800 576 924 520', '#8fb4d3', 7),
    chilli(330, 812, 4),
    chilli(610, 836, -7),
    snail(882, 438),
  )
}

function tomato(random: Random, x: number, y: number): string {
  const radius = random.between(62, 74)
  return (
    disc(x, y, radius, random.pick(['#d43d2a', '#c9331f', '#e0492f'])) +
    oval(
      x - radius * 0.3,
      y - radius * 0.36,
      radius * 0.26,
      radius * 0.14,
      '#ffffff',
      'opacity=".35"',
    ) +
    group(
      `translate(${x} ${n(y - radius * 0.72)})`,
      shape('M0 0L-30 -10L-8 -10L-14 -30L2 -14L18 -30L12 -8L34 -4L8 4Z', '#4d7a3a'),
    )
  )
}

function chilli(x: number, y: number, degrees: number): string {
  return group(
    `translate(${x} ${y}) rotate(${degrees})`,
    shape('M0 0C50 -34 130 -22 186 30C122 22 60 34 0 22Z', '#5d9440') +
      line('M0 10c-18 -2 -26 -12 -34 -26', '#3f6a2e', 9),
  )
}

function snail(x: number, y: number): string {
  return group(
    `translate(${x} ${y})`,
    shape(
      'M-44 40C-20 20 36 26 64 36C74 18 92 10 100 26C104 46 80 56 40 56H-30C-46 56 -54 48 -44 40Z',
      '#cdb68f',
    ),
    disc(10, 12, 36, '#9a6b43'),
    line('M10 12c10 -12 22 2 10 12s-32 -4 -24 -22s40 -12 40 10', '#6f4829', 5),
    line('M86 20l8 -26M98 24l18 -20', '#cdb68f', 5),
  )
}

/** A crate of knobbly potatoes with soil still on some. */
export function potatoes(seed: number): string {
  const random = seeded(seed)
  const heap = Array.from({ length: 34 }, (_, index) => {
    const [x, y] = [
      230 + (index % 9) * 92 + random.between(-26, 26),
      560 - Math.floor(index / 9) * 66 + random.between(-18, 18),
    ]
    const skin = random.pick(['#d9a08c', '#cf9480', '#e0ae98', '#c98a76'])
    const lumps = [0, 1, 2]
      .map((knob) =>
        oval(
          -44 + knob * 44 + random.between(-6, 6),
          random.between(-12, 12),
          random.between(30, 42),
          random.between(26, 36),
          skin,
        ),
      )
      .join('')
    const marks = Array.from({ length: 4 }, () =>
      oval(random.between(-56, 56), random.between(-16, 16), 5, 2.6, '#8a5546', 'opacity=".7"'),
    ).join('')
    const soil = random.chance(0.4)
      ? oval(
          random.between(-40, 40),
          random.between(8, 20),
          random.between(18, 34),
          9,
          '#4b3324',
          'opacity=".75"',
        )
      : ''
    return group(
      `translate(${n(x)} ${n(y)}) rotate(${n(random.between(-50, 50))})`,
      lumps,
      marks,
      soil,
    )
  })
  const slat = (y: number) =>
    box(130, y, 940, 84, '#b98a57', 'rx="4"') +
    box(130, y, 940, 8, '#d3a874', 'rx="4"') +
    line(`M200 ${y + 40}h300M640 ${y + 54}h340`, '#8f6538', 3, 'opacity=".5"')
  return drawing(
    landscape,
    wash('ground', landscape, '#71825a', '#5b4331'),
    box(130, 420, 940, 220, '#5f4227'),
    ...heap,
    slat(590),
    slat(686),
    box(112, 400, 50, 400, '#9c7040', 'rx="4"'),
    box(1038, 400, 50, 400, '#9c7040', 'rx="4"'),
  )
}

/** Two shelves of preserving jars under cloth lids. */
export function jars(seed: number): string {
  const random = seeded(seed)
  const jar = (x: number, y: number) => {
    const fill = random.pick(['#a8541f', '#8b3f24', '#6d2742', '#b56a22', '#7d2f3d'])
    const lid = random.pick(['#c9564a', '#4f7f8f', '#e2c06a', '#6f8f5c'])
    const bits = Array.from({ length: 16 }, () =>
      oval(
        x + random.between(-50, 50),
        y - random.between(16, 150),
        random.between(4, 9),
        random.between(3, 6),
        '#f2c98a',
        'opacity=".35"',
      ),
    )
    return (
      box(x - 66, y - 176, 132, 176, '#dfe9e4', 'rx="20"') +
      box(x - 58, y - 160, 116, 152, fill, 'rx="15"') +
      bits.join('') +
      box(x - 42, y - 112, 84, 62, '#fbf4e4', 'rx="4"') +
      line(`M${x - 28} ${y - 90}h56M${x - 28} ${y - 72}h38`, '#6a5a48', 4) +
      shape(
        `M${x - 74} ${y - 158}C${x - 60} ${y - 222} ${x + 60} ${y - 222} ${x + 74} ${y - 158}L${x + 52} ${y - 168}L${x + 28} ${y - 154}L${x} ${y - 168}L${x - 28} ${y - 154}L${x - 52} ${y - 168}Z`,
        lid,
      ) +
      line(
        `M${x - 58} ${y - 178}C${x - 30} ${y - 168} ${x + 30} ${y - 168} ${x + 58} ${y - 178}`,
        '#fff6e0',
        5,
      ) +
      box(x - 50, y - 150, 14, 130, '#ffffff', 'rx="7" opacity=".28"')
    )
  }
  const shelf = (y: number) =>
    Array.from({ length: 6 }, (_, index) => jar(115 + index * 170, y)).join('') +
    box(0, y, 1080, 34, '#8a5f3a') +
    box(0, y, 1080, 8, '#a97a50') +
    box(0, y + 34, 1080, 16, '#00000018')
  return drawing(square, wash('wall', square, '#efe6d4', '#e3d6bd'), shelf(440), shelf(860))
}
