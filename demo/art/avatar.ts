import { box, disc, drawing, line, n, oval, shape } from './svg.ts'

const size = { width: 512, height: 512 }
const skins = {
  fair: '#f6d6bf',
  rosy: '#f2c5a8',
  olive: '#e0b088',
  tan: '#c98f63',
  brown: '#9a6440',
  deep: '#6e432b',
} as const
const eyes = { open, smiling, glasses } as const
const mouths = { wide, small, aside } as const

/** A face of plain shapes. `hue` gives the ground and the clothes. */
export interface Face {
  hue: number
  skin: keyof typeof skins
  hair: keyof ReturnType<typeof hairs>
  hairColour: string
  eyes: keyof typeof eyes
  mouth: keyof typeof mouths
  beard?: boolean
  earrings?: boolean
}

export function avatar(face: Face): string {
  const skin = skins[face.skin]
  const coat = hsl(face.hue, 46, 42)
  const trim = hsl(face.hue + 180, 60, 74)
  const hair = hairs(face.hairColour, trim, coat)[face.hair]
  const ink = '#33221a'
  const cheek = ['brown', 'deep'].includes(face.skin) ? '#c2553a' : '#f0907c'
  return drawing(
    size,
    box(0, 0, 512, 512, hsl(face.hue, 54, 83)),
    disc(256, 256, 214, hsl(face.hue, 58, 75)),
    hair.behind,
    shape('M76 512C84 430 150 402 214 396H298C362 402 428 430 436 512Z', coat),
    shape('M214 360H298V400C298 440 214 440 214 400Z', skin),
    shape('M214 378C236 398 276 398 298 378V396C276 416 236 416 214 396Z', '#000', 'opacity=".16"'),
    face.hair === 'scarf' ? '' : disc(140, 262, 22, skin) + disc(372, 262, 22, skin),
    shape(
      'M142 230C142 150 190 122 256 122S370 150 370 230C370 330 318 384 256 384S142 330 142 230Z',
      skin,
    ),
    disc(190, 302, 22, cheek, 'opacity=".35"') + disc(322, 302, 22, cheek, 'opacity=".35"'),
    face.beard
      ? shape(
          'M143 250C150 286 176 298 214 292Q256 282 298 292C336 298 362 286 369 250C372 340 318 400 256 400S140 340 143 250Z',
          face.hairColour,
        )
      : '',
    hair.before,
    eyes[face.eyes](ink),
    line('M258 268q-12 20 2 24', '#000', 6, 'opacity=".4"'),
    mouths[face.mouth](ink),
    face.earrings ? disc(138, 296, 9, trim) + disc(374, 296, 9, trim) : '',
  )
}

const hsl = (hue: number, saturation: number, lightness: number) =>
  `hsl(${n((hue + 360) % 360)} ${saturation}% ${lightness}%)`

function open(ink: string) {
  return [-44, 44]
    .map((dx) => disc(256 + dx, 248, 11, ink) + disc(260 + dx, 244, 3.5, '#fff'))
    .join('')
}
function smiling(ink: string) {
  return [-44, 44].map((dx) => line(`M${238 + dx} 254q18 -20 36 0`, ink, 8)).join('')
}
function glasses(ink: string) {
  return (
    [-48, 48]
      .map(
        (dx) =>
          disc(256 + dx, 248, 36, '#ffffff66', `stroke="${ink}" stroke-width="7"`) +
          disc(256 + dx, 250, 9, ink),
      )
      .join('') + line('M244 246q12 -8 24 0', ink, 7)
  )
}
function wide(ink: string) {
  return shape(
    'M214 316Q256 326 298 316Q290 358 256 358T214 316Z',
    '#fff',
    `stroke="${ink}" stroke-width="7" stroke-linejoin="round"`,
  )
}
function small(ink: string) {
  return line('M228 324q28 26 56 0', ink, 8)
}
function aside(ink: string) {
  return line('M226 326q36 20 64 -8', ink, 8)
}

/** Each cut: what lies behind the head and what falls over it. */
function hairs(hair: string, trim: string, coat: string) {
  const blobs = (radius: number, places: number[][]) =>
    places.map(([x = 0, y = 0]) => disc(x, y, radius, hair)).join('')
  const swept =
    'M138 226C130 132 190 92 262 92S388 136 374 226C368 186 344 160 316 152C270 172 190 162 160 172C148 184 142 204 138 226Z'
  return {
    short: { behind: '', before: shape(swept, hair) },
    bun: {
      behind: disc(256, 92, 52, hair) + oval(256, 214, 132, 118, hair),
      before: shape(
        'M138 232C138 136 200 104 256 104S374 136 374 232C352 196 312 152 256 152S160 196 138 232Z',
        hair,
      ),
    },
    long: {
      behind: shape(
        'M118 404C96 200 150 86 256 86S416 200 394 404C360 424 330 400 330 380H182C182 400 152 424 118 404Z',
        hair,
      ),
      before: shape(
        'M138 246C138 136 196 104 256 104S374 136 374 246C344 210 312 172 300 142C270 188 176 200 138 246Z',
        hair,
      ),
    },
    bob: {
      behind: shape('M126 330C106 180 160 86 256 86S406 180 386 330Z', hair),
      before: shape(
        'M138 226C136 132 196 98 256 98S376 132 374 226L366 206C330 212 182 212 146 206L138 226Z',
        hair,
      ),
    },
    curls: {
      behind: blobs(46, [
        [148, 190],
        [166, 140],
        [208, 104],
        [256, 92],
        [304, 104],
        [346, 140],
        [364, 190],
        [138, 240],
        [374, 240],
      ]),
      before: blobs(34, [
        [164, 172],
        [186, 150],
        [232, 136],
        [280, 136],
        [326, 150],
        [348, 172],
      ]),
    },
    crop: {
      behind: '',
      before: shape(
        'M136 240C128 130 190 88 256 88S384 130 376 240L362 196L340 206L322 182L296 202L268 180L238 204L212 182L190 206L168 186L150 202Z',
        hair,
      ),
    },
    balding: {
      behind: '',
      before: shape(
        'M134 256C124 226 130 196 152 176L158 200L152 262ZM378 256C388 226 382 196 360 176L354 200L360 262Z',
        hair,
      ),
    },
    scarf: {
      behind: shape('M124 430C96 180 160 84 256 84S416 180 388 430Z', trim),
      before: shape(
        'M130 276C122 140 190 92 256 92S390 140 382 276C374 184 320 138 256 138S138 184 130 276Z',
        trim,
      ),
    },
    beanie: {
      behind: oval(256, 240, 124, 90, hair),
      before:
        shape('M136 200C140 112 196 76 256 76S372 112 376 200Z', coat) +
        box(126, 178, 260, 34, '#ffffff', 'rx="17" opacity=".55"') +
        disc(256, 74, 24, '#ffffff', 'opacity=".8"'),
    },
  }
}
