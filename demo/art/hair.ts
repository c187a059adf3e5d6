import { box, disc, oval, shape } from './svg.ts'

export interface HairColours {
  hair: string
  trim: string
  coat: string
}

/** The shapes behind the head, and those in front of it. */
interface Hair {
  behind: string
  front: string
}

type HairStyle = (colours: HairColours) => Hair

const SWEPT =
  'M138 226C130 132 190 92 262 92S388 136 374 226C368 186 344 160 316 152C270 172 190 162 160 172C148 184 142 204 138 226Z'

const curls = (radius: number, hair: string, centres: number[][]) =>
  centres.map(([x = 0, y = 0]) => disc(x, y, radius, hair)).join('')

export const hairStyles = {
  short: ({ hair }) => ({ behind: '', front: shape(SWEPT, hair) }),
  bun: ({ hair }) => ({
    behind: disc(256, 92, 52, hair) + oval(256, 214, 132, 118, hair),
    front: shape(
      'M138 232C138 136 200 104 256 104S374 136 374 232C352 196 312 152 256 152S160 196 138 232Z',
      hair,
    ),
  }),
  long: ({ hair }) => ({
    behind: shape(
      'M118 404C96 200 150 86 256 86S416 200 394 404C360 424 330 400 330 380H182C182 400 152 424 118 404Z',
      hair,
    ),
    front: shape(
      'M138 246C138 136 196 104 256 104S374 136 374 246C344 210 312 172 300 142C270 188 176 200 138 246Z',
      hair,
    ),
  }),
  bob: ({ hair }) => ({
    behind: shape('M126 330C106 180 160 86 256 86S406 180 386 330Z', hair),
    front: shape(
      'M138 226C136 132 196 98 256 98S376 132 374 226L366 206C330 212 182 212 146 206L138 226Z',
      hair,
    ),
  }),
  curls: ({ hair }) => ({
    behind: curls(46, hair, [
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
    front: curls(34, hair, [
      [164, 172],
      [186, 150],
      [232, 136],
      [280, 136],
      [326, 150],
      [348, 172],
    ]),
  }),
  crop: ({ hair }) => ({
    behind: '',
    front: shape(
      'M136 240C128 130 190 88 256 88S384 130 376 240L362 196L340 206L322 182L296 202L268 180L238 204L212 182L190 206L168 186L150 202Z',
      hair,
    ),
  }),
  balding: ({ hair }) => ({
    behind: '',
    front: shape(
      'M134 256C124 226 130 196 152 176L158 200L152 262ZM378 256C388 226 382 196 360 176L354 200L360 262Z',
      hair,
    ),
  }),
  scarf: ({ trim }) => ({
    behind: shape('M124 430C96 180 160 84 256 84S416 180 388 430Z', trim),
    front: shape(
      'M130 276C122 140 190 92 256 92S390 140 382 276C374 184 320 138 256 138S138 184 130 276Z',
      trim,
    ),
  }),
  beanie: ({ hair, coat }) => ({
    behind: oval(256, 240, 124, 90, hair),
    front:
      shape('M136 200C140 112 196 76 256 76S372 112 376 200Z', coat) +
      box(126, 178, 260, 34, '#ffffff', 'rx="17" opacity=".55"') +
      disc(256, 74, 24, '#ffffff', 'opacity=".8"'),
  }),
} satisfies Record<string, HairStyle>
