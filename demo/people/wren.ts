import { cat } from '../art/cat.ts'
import { cup } from '../art/cup.ts'
import { houses } from '../art/houses.ts'
import { plant } from '../art/plant.ts'
import { quilt } from '../art/textile.ts'
import type { DemoPerson } from './person.ts'

export const wren: DemoPerson = {
  username: 'wren_draws',
  displayName: 'Wren Castellano',
  bio: 'they/them. Letterpress, line drawings, one elderly cat. Mostly indoors.',
  joinedDaysAgo: 62,
  face: {
    hue: 285,
    skin: 'fair',
    hair: 'short',
    hairColour: '#5c4a8f',
    eyes: 'glasses',
    mouth: 'small',
    earrings: true,
  },
  follows: ['tom_ashworth', 'mateo_rivas', 'hinata_s', 'layla_haddad'],
  shares: [
    ['tom_ashworth', 'Bonfire tonight', 'the hedgehog census continues'],
    ['layla_haddad', 'Update: the coat stays', 'the coat stays!! justice for the rabbit'],
    ['mateo_rivas', 'Someone drew our bakery', "framing the bread's face is the correct response"],
    ['hinata_s', "Grandfather's camera", '"she missed the sun." I need a minute'],
  ],
  posts: [
    [0.01, 'reminder that you can just wave at dogs'],
    [
      0.72,
      'The cat turned seventeen. She got a sardine. She regarded it with great ceremony.',
      {
        svg: cat('sitting', 'ink'),
        alt: 'Line drawing of an old cat sitting very upright in front of one small sardine on a plate.',
      },
    ],
    [1.48, 'soup weather, socks weather, say-yes-to-the-second-bowl weather'],
    [
      2.49,
      'Today I set THANK YOU in 72-point wood type for our retiring mail carrier, and every neighbour came by to pull one print.',
    ],
    [3.35, 'the cat saw the drawing. the cat has left the room'],
    [
      3.39,
      'drew the cat',
      {
        svg: cat('front', 'ink'),
        alt: 'A very round cat drawn from the front in a few loose lines, with a sceptical look.',
      },
    ],
    [5.09, 'found the good pencil'],
    [6.5, 'I put a "free zines, please take" box outside. Came back and it had more zines in it.'],
    [
      7.87,
      'Quilt top is done!! Sixty-four squares, no two corners meet, I love it like a child',
      {
        svg: quilt(64),
        alt: 'A quilt of sixty-four squares in blues, mustard and rust, each cut into triangles or stripes and none quite straight.',
      },
    ],
    [
      9.56,
      'someone chalked hopscotch along the whole block, up to 140. I am late because I had to finish',
    ],
    [
      11.01,
      'I\'m so happy with this page of hatching that I showed it to the delivery guy. He said "huh, rain". IT IS RAIN',
    ],
    [12.75, 'bought myself flowers. told them they were from the cat'],
    [
      14.03,
      'did a drawing a day for a year. day 365 is the same mug as day 1. it is a much better mug',
      {
        svg: cup({ seed: 50, kind: 'mug', room: 'paper' }),
        alt: 'An ink drawing of a plain mug on cream paper, with steam in three lines.',
      },
    ],
    [15.82, 'The press is 106 years old and the only part that has ever failed is me.'],
    [17.67, 'My ex and I got coffee and it was just nice. That is a thing that can happen.'],
    [19.05, 'pie chart of my day: it was pie'],
    [
      20.85,
      'The upstairs neighbour waters my ferns when I travel and it turns out he tells them the baseball scores. They have never looked better.',
      { svg: plant('fern', 17), alt: 'A lush fern with arching fronds in a green pot.' },
    ],
    [22.68, 'therapy cat? no. but she does sit on me like she is billing me'],
    [
      24.55,
      "Eleven people came to the workshop. One of them made a birthday card for someone who's been gone ten years, and we printed it as beautifully as we could.",
    ],
    [
      26.74,
      'night walk. every lit window a little diorama',
      {
        svg: houses(10),
        alt: 'A row of tall narrow houses at night with some of their windows lit yellow.',
      },
    ],
    [28.62, 'new ink day!!!! it is a green that knows something'],
    [
      31.59,
      'A kid at the print fair asked how much for the misprint. I said it\'s free. She said "no, it\'s the best one" and paid me in full.',
    ],
    [34.2, 'Nana texted me a thumbs up, a tomato and a submarine. I feel loved and unclear.'],
    [
      38.11,
      'Sold my first print to someone who is not related to me. Correction: she is a second cousin. Still counts!',
    ],
    [
      41.6,
      'Letterpress tip: clean the rollers while the radio plays something you can hum. It is not better for the rollers.',
    ],
  ],
}
