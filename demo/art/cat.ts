import { drawing, landscape, line, n, oval, shape, wash } from './svg.ts'

const coats = {
  wheat: { paper: ['#fdf6ea', '#f7ead6'], fur: '#efcf9c', ink: '#4a3524' },
  charcoal: { paper: ['#f1f1ec', '#e6e3da'], fur: '#4c4a4d', ink: '#232124' },
  grey: { paper: ['#f2efe9', '#e8e1d4'], fur: '#b9bcc2', ink: '#33353b' },
  ink: { paper: ['#fbf8f1', '#f5efe2'], fur: '#fbf8f1', ink: '#25211e' },
} as const
type Coat = (typeof coats)[keyof typeof coats]

const poses = { asleep, box: boxed, books: onBooks, walking, sitting, front }

/** A line drawing of a cat with a little colour. */
export function cat(pose: keyof typeof poses, coat: keyof typeof coats): string {
  const colours = coats[coat]
  return drawing(landscape, wash('paper', landscape, ...colours.paper), poses[pose](colours))
}

const ears = ({ fur, ink }: Coat, x: number, y: number, gap: number, tall: number) =>
  [-1, 1]
    .map(
      (side) =>
        shape(
          `M${x + side * gap * 0.35} ${y}L${x + side * gap} ${y - tall}L${x + side * gap * 1.25} ${y + tall * 0.35}Z`,
          fur,
        ) +
        line(
          `M${x + side * gap * 0.35} ${y}L${x + side * gap} ${y - tall}L${x + side * gap * 1.25} ${y + tall * 0.35}`,
          ink,
          7,
        ),
    )
    .join('')
const whiskers = (ink: string, x: number, y: number, long: number) =>
  [-1, 1]
    .map((side) =>
      line(
        `M${x + side * 46} ${y}l${side * long} -14M${x + side * 46} ${y + 14}l${side * long} 4`,
        ink,
        3,
      ),
    )
    .join('')
const muzzle = (ink: string, x: number, y: number) =>
  shape(`M${x - 10} ${y}h20l-10 12Z`, '#d98080') +
  line(`M${x} ${y + 12}v8q-14 16 -26 4M${x} ${y + 20}q14 16 26 4`, ink, 4.5)
const closedEyes = (ink: string, x: number, y: number, gap: number) =>
  [-1, 1].map((side) => line(`M${x + side * gap - 22} ${y}q22 20 44 0`, ink, 6)).join('')

/** Curled up, with its head on its paws, to lie on another object. */
const curled = (coat: Coat) =>
  shape(
    'M330 560C330 400 470 330 620 336C800 344 900 440 896 560C894 640 820 668 620 668S330 660 330 560Z',
    coat.fur,
  ) +
  line(
    'M330 560C330 400 470 330 620 336C800 344 900 440 896 560C894 640 820 668 620 668S330 660 330 560Z',
    coat.ink,
    7,
  ) +
  line(
    'M880 600C830 700 600 712 470 668C430 654 440 616 480 622C600 650 740 640 800 580',
    coat.ink,
    7,
  ) +
  shape(
    'M470 668C430 654 440 616 480 622C540 636 600 640 650 634L640 690C580 692 520 686 470 668Z',
    coat.fur,
  ) +
  ears(coat, 420, 476, 64, 62) +
  oval(420, 540, 112, 88, coat.fur, `stroke="${coat.ink}" stroke-width="7"`) +
  closedEyes(coat.ink, 420, 530, 42) +
  muzzle(coat.ink, 420, 556) +
  whiskers(coat.ink, 420, 566, 74) +
  line('M640 420c20 30 20 60 4 92M710 430c22 30 24 58 10 86', coat.ink, 4, 'opacity=".5"')

function asleep(coat: Coat): string {
  const fold = (y: number, x: number, wide: number, colour: string) =>
    shape(
      `M${x} ${y}C${x + wide * 0.3} ${y - 16} ${x + wide * 0.7} ${y + 10} ${x + wide} ${y}V${y + 66}C${x + wide * 0.7} ${y + 78} ${x + wide * 0.3} ${y + 54} ${x} ${y + 66}C${x - 26} ${y + 60} ${x - 26} ${y + 6} ${x} ${y}Z`,
      colour,
    ) +
    line(
      `M${x} ${y}C${x + wide * 0.3} ${y - 16} ${x + wide * 0.7} ${y + 10} ${x + wide} ${y}V${y + 66}C${x + wide * 0.7} ${y + 78} ${x + wide * 0.3} ${y + 54} ${x} ${y + 66}C${x - 26} ${y + 60} ${x - 26} ${y + 6} ${x} ${y}Z`,
      coat.ink,
      5,
    )
  return (
    fold(790, 270, 660, '#9fc0cd') +
    fold(722, 250, 700, '#f4efe4') +
    fold(654, 280, 640, '#e3b0a2') +
    shift(coat, 0)
  )
}

function onBooks(coat: Coat): string {
  const spine = (y: number, x: number, wide: number, colour: string) =>
    `<rect x="${x}" y="${y}" width="${wide}" height="68" rx="8" fill="${colour}" stroke="${coat.ink}" stroke-width="5"/>` +
    line(`M${x + 60} ${y + 2}v64M${x + 130} ${y + 34}h${n(wide * 0.4)}`, '#fff3d8', 6)
  return (
    spine(800, 240, 740, '#5c6f8c') +
    spine(732, 290, 660, '#a9573f') +
    spine(664, 260, 690, '#6f8a66') +
    shift(coat, 0)
  )
}

const shift = (coat: Coat, dy: number) => `<g transform="translate(0 ${dy})">${curled(coat)}</g>`

function boxed(coat: Coat): string {
  return (
    shape(
      'M270 520C250 380 400 330 600 330S950 380 930 520C950 600 900 640 860 640H340C300 640 250 600 270 520Z',
      coat.fur,
    ) +
    line(
      'M300 612C250 590 256 480 280 450C330 350 480 330 600 330S870 350 920 450C944 480 950 590 900 612',
      coat.ink,
      7,
    ) +
    ears(coat, 600, 330, 104, 92) +
    oval(600, 400, 158, 122, coat.fur, `stroke="${coat.ink}" stroke-width="7"`) +
    closedEyes(coat.ink, 600, 386, 62) +
    muzzle(coat.ink, 600, 420) +
    whiskers(coat.ink, 600, 432, 110) +
    shape(
      'M320 570H880L850 830H350Z',
      '#c99a68',
      `stroke="${coat.ink}" stroke-width="7" stroke-linejoin="round"`,
    ) +
    shape(
      'M320 570L230 640L300 680L338 690ZM880 570L970 640L900 680L862 690Z',
      '#b98856',
      `stroke="${coat.ink}" stroke-width="6" stroke-linejoin="round"`,
    ) +
    shape(
      'M420 566C420 530 500 530 506 572M690 572C696 530 780 530 780 566',
      coat.fur,
      `stroke="${coat.ink}" stroke-width="6"`,
    ) +
    line('M440 660h120M440 690h70', coat.ink, 5, 'opacity=".5"') +
    line('M860 600C960 560 1010 640 960 700', coat.ink, 30) +
    line('M860 600C960 560 1010 640 960 700', coat.fur, 17)
  )
}

function walking(coat: Coat): string {
  const stool = (x: number) =>
    line(
      `M${x} 470L${x - 36} 800M${x + 130} 470L${x + 166} 800M${x - 18} 650H${x + 148}`,
      '#a4805a',
      12,
    ) + oval(x + 65, 462, 108, 24, '#c39a6d')
  const leg = (x: number, lean: number) =>
    line(`M${x} 620L${x + lean} 790`, coat.fur, 46) + oval(x + lean + 12, 798, 34, 18, coat.fur)
  return (
    stool(140) +
    stool(900) +
    line('M60 816H1140', '#a4805a', 6) +
    line('M372 560C300 500 330 380 300 250', coat.fur, 36) +
    leg(420, -40) +
    leg(480, 44) +
    leg(690, -36) +
    leg(750, 46) +
    shape(
      'M350 590C350 500 430 470 560 476S770 470 800 520C820 600 760 664 580 664S350 660 350 590Z',
      coat.fur,
    ) +
    ears(coat, 826, 430, 62, 66) +
    oval(826, 478, 104, 86, coat.fur) +
    [-40, 40]
      .map((dx) => oval(826 + dx, 468, 20, 15, '#f0d35e') + oval(826 + dx, 468, 6, 14, coat.ink))
      .join('') +
    muzzle('#f4efe4', 826, 494) +
    whiskers('#8d8a8c', 826, 506, 86)
  )
}

function sitting(coat: Coat): string {
  return (
    line('M600 690C760 720 820 640 790 560', coat.ink, 8) +
    shape(
      'M420 780C380 620 420 470 500 400C540 380 620 380 650 410C720 480 740 640 700 780Z',
      coat.fur,
    ) +
    line(
      'M420 780C380 620 420 470 500 400M650 410C720 480 740 640 700 780M390 780H720',
      coat.ink,
      7,
    ) +
    line('M510 780V600M600 780V600M480 780q30 -22 56 0M580 780q30 -22 56 0', coat.ink, 6) +
    ears(coat, 572, 228, 78, 84) +
    oval(572, 306, 122, 108, coat.fur, `stroke="${coat.ink}" stroke-width="7"`) +
    line('M500 290q26 -18 52 0M592 290q26 -18 52 0', coat.ink, 6) +
    oval(528, 298, 9, 12, coat.ink) +
    oval(616, 298, 9, 12, coat.ink) +
    muzzle(coat.ink, 572, 330) +
    whiskers(coat.ink, 572, 342, 104) +
    line(
      'M452 540l30 14M448 580l30 8M690 540l-30 14M696 580l-30 8M560 440v26M590 440v22',
      coat.ink,
      4,
      'opacity=".55"',
    ) +
    oval(920, 790, 150, 28, '#e7edf0', `stroke="${coat.ink}" stroke-width="6"`) +
    shape(
      'M836 780C860 752 930 748 976 780L1006 762V800L976 784C930 806 860 802 836 780Z',
      '#a9bccb',
      `stroke="${coat.ink}" stroke-width="5" stroke-linejoin="round"`,
    ) +
    oval(864, 777, 4, 4, coat.ink) +
    line('M300 816H1080', coat.ink, 4, 'opacity=".4"')
  )
}

function front(coat: Coat): string {
  return (
    line(
      'M600 830C330 836 250 700 268 540C284 400 400 300 600 300S916 400 932 540C950 700 870 836 600 830Z',
      coat.ink,
      8,
    ) +
    line(
      'M392 366C372 300 368 240 380 190C430 214 480 256 512 310M808 366C828 300 832 240 820 190C770 214 720 256 688 310',
      coat.ink,
      8,
    ) +
    line('M420 470H540M660 470H780', coat.ink, 8) +
    [480, 720]
      .map(
        (x) =>
          line(`M${x - 54} 474Q${x} 534 ${x + 54} 474`, coat.ink, 6) +
          oval(x + 10, 490, 13, 15, coat.ink),
      )
      .join('') +
    line('M400 436l150 20M800 444l-150 12', coat.ink, 6) +
    muzzle(coat.ink, 600, 548) +
    whiskers(coat.ink, 600, 566, 190) +
    line(
      'M500 826c-8 -50 10 -90 40 -90s44 40 38 92M622 828c-8 -50 10 -92 40 -92s46 42 38 90',
      coat.ink,
      7,
    ) +
    line('M930 640C1040 640 1070 720 1010 780', coat.ink, 8) +
    line('M570 340v40M600 334v50M630 340v40', coat.ink, 6)
  )
}
