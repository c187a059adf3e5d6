import { type HairColours, hairStyles } from './hair.ts'
import { box, disc, drawing, line, n, shape } from './svg.ts'

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

/** A face of plain shapes. `hue` colours the background and the clothes. */
export interface Face {
  hue: number
  skin: keyof typeof skins
  hair: keyof typeof hairStyles
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
  const colours: HairColours = { hair: face.hairColour, trim, coat }
  const hair = hairStyles[face.hair](colours)
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
    hair.front,
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
