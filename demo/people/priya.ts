import { tomatoes } from '../art/harvest.ts'
import { plant } from '../art/plant.ts'
import { rainbow } from '../art/rainbow.ts'
import { kolam } from '../art/textile.ts'
import type { DemoPerson } from './person.ts'

export const priya: DemoPerson = {
  username: 'priya_raman',
  displayName: 'Priya Raman',
  bio: 'Bridges by day, balcony tomatoes by evening. Chennai ↔ Leeds. Ask me about concrete (please).',
  joinedDaysAgo: 59,
  face: {
    hue: 200,
    skin: 'brown',
    hair: 'long',
    hairColour: '#1f1613',
    eyes: 'glasses',
    mouth: 'small',
  },
  follows: ['wren_draws', 'tom_ashworth', 'amara_okafor', 'jonas_snickrar'],
  shares: [
    [
      'jonas_snickrar',
      'Repaired a rocking chair',
      'Every bridge should have a pencil note underneath. (One does now.)',
    ],
    ['tom_ashworth', 'Got on the 36', 'Twice! They let him press it twice!'],
    [
      'amara_okafor',
      'New grad',
      'Sending this to my junior engineers. Different building, same truth.',
    ],
  ],
  posts: [
    [
      0.27,
      "The bridge opened today. Four years. A man walked across it with his shopping and didn't look up once, which is exactly what I wanted.",
    ],
    [1.36, 'Appa has started signing his texts "Yours faithfully".'],
    [2.44, 'Rasam fixes it. I don\'t know what your "it" is. Rasam.'],
    [
      3.81,
      'Saw both ends of a rainbow from the top of the scaffold this afternoon. Both. Ends.',
      {
        svg: rainbow({ seed: 14, ground: 'roofs' }),
        alt: 'A complete rainbow from end to end over a row of coloured roofs, with grey clouds moving off.',
      },
    ],
    [
      5.16,
      'Little win: the spreadsheet balanced on the first go, and I walked round the desk once for ceremony.',
    ],
    [
      6.37,
      'Balcony harvest: nine tomatoes, two chillies, one very smug snail.',
      {
        svg: tomatoes(9),
        alt: 'A blue bowl of red tomatoes on a cloth, two green chillies in front, and a small snail on the rim.',
      },
    ],
    [
      7.74,
      'Amma is teaching the whole of our street to draw kolam. Mrs Dunning at number 22 has the steadiest hand of any of us.',
      {
        svg: kolam(),
        alt: 'A kolam: white looping lines drawn around a diamond of dots on brick-red ground.',
      },
    ],
    [9.47, 'Deepavali leftovers, day three. No regrets. நன்றி, fridge.'],
    [
      10.95,
      "There's a retired welder who comes to look at our site every Thursday with a folding chair. This week the lads had put up a sign: RESERVED FOR GERALD.",
    ],
    [12.33, 'Mended the zip myself. I can do anything.'],
    [
      13.89,
      'A junior engineer found a mistake in my drawing today. She was so nervous about telling me. I bought her lunch.',
    ],
    [15.48, 'Cycled the long way home because the light was doing that thing.'],
    [17.36, '"It\'s load-bearing," I told my niece about her biscuit tower. She checked my maths.'],
    [18.91, 'காலை வணக்கம்! Rain on the tin roof, and nothing to be late for.'],
    [
      20.73,
      'My five-a-side team lost 9–1. The one was mine. I will be telling it as a story about the one.',
    ],
    [
      22.46,
      'Sang in the car at a red light with the windows down. The van in the next lane knew the harmony.',
    ],
    [
      24.18,
      'My mother-in-law and I now have a secret group chat about birds. There are two of us in it. It is very busy.',
    ],
    [
      26.01,
      'Got the seedlings through the frost with nothing but fleece and worry.',
      {
        svg: plant('seedlings', 12),
        alt: 'A tray of small green seedlings in two rows, each with a pair of leaves.',
      },
    ],
    [
      27.64,
      'Someone on site drew a tiny smiley in the wet concrete of the east pier. I have signed off on worse.',
    ],
    [29.82, "Finished the jumper! One arm is longer and so, I've decided, is one of mine."],
    [
      32.19,
      'My grandmother asked what I build. I said bridges. She said, "Good. People should visit."',
    ],
    [34.87, 'Turned forty. So far it is mostly cake.'],
    [
      36.42,
      'To the bus driver who waited while I found my other shoe: it was a long morning, and you were the good part of it.',
    ],
    [
      39.6,
      'The footbridge by the school has a nickname now. The children call it the Wobbly One. It does not wobble! But I am honoured.',
    ],
    [41.33, 'First filter coffee in the new flat. Now it is home.'],
  ],
}
