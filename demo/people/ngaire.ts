import { hills } from '../art/hills.ts'
import { rainbow } from '../art/rainbow.ts'
import { sea } from '../art/sea.ts'
import type { DemoPerson } from './person.ts'

export const ngaire: DemoPerson = {
  username: 'ngaire_te_aho',
  displayName: 'Ngaire Te Aho',
  bio: 'I count shorebirds for a living. Sea swimmer. Auntie to half of Ōpōtiki. Mōrena!',
  joinedDaysAgo: 56,
  face: {
    hue: 176,
    skin: 'tan',
    hair: 'curls',
    hairColour: '#3b2417',
    eyes: 'open',
    mouth: 'wide',
  },
  follows: ['wren_draws', 'tom_ashworth', 'amara_okafor', 'mateo_rivas'],
  shares: [
    ['tom_ashworth', 'Robin has decided', 'Counted him. One robin, two forks.'],
    [
      'amara_okafor',
      'Update on the swimming',
      'SHE FLOATS. Come over, the water here would love you.',
    ],
    ['mateo_rivas', 'The sea this afternoon', 'Kia ora from the other side of the same sea.'],
  ],
  posts: [
    [
      0.04,
      "Mōrena. Sea's flat as a plate, sixteen degrees, went in squealing.",
      {
        svg: sea({ seed: 2, light: 'day', far: 'none' }),
        alt: 'A calm turquoise sea under a clear morning sky, with small waves coming in to pale sand.',
      },
    ],
    [0.96, 'Nineteen dotterel chicks this season. Nineteen! Last year it was seven.'],
    [
      2.05,
      'Did the count in my head, again on paper, then again out loud to the dog. Not telling anyone the number till tomorrow.',
    ],
    [3.27, 'My niece, six, at low tide: "the sea\'s gone to the shop".'],
    [4.48, "Fried bread. That's all, that's the report."],
    [
      5.87,
      'Cloud came down over the ranges like someone tucking in a kid.',
      {
        svg: hills({ seed: 5, weather: 'mist' }),
        alt: 'Blue-green ranges one behind another, with bands of white mist lying between them.',
      },
    ],
    [
      7.31,
      'Lost my hat to the wind on Monday. Today it was hanging on the fence by the track. I love it here.',
    ],
    [
      8.78,
      'Old fella at the wharf gave me half his fish because I\'d "listened properly" to the story of how he caught it.',
    ],
    [10.06, 'Got new gumboots. Been a better person since Tuesday.'],
    [
      11.57,
      'Night swim with the cuzzies: every stroke lit up blue. Nobody said a word, and my family ALWAYS says a word.',
      {
        svg: sea({ seed: 33, light: 'night', far: 'none' }),
        alt: 'A dark sea at night with bright blue glowing lines along the waves, and stars above.',
      },
    ],
    [
      13.22,
      "One of last year's banded birds is back. Left leg, white over red. I may have cried on the clipboard.",
    ],
    [
      14.69,
      'Mum is learning te reo at seventy and she rings me to practise. So far we have the weather and how much she loves me.',
    ],
    [
      16.45,
      "Rainbow over the pub roof, both ends in the car park. Reckon the treasure's the chips.",
      {
        svg: rainbow({ seed: 4, ground: 'house' }),
        alt: 'A rainbow arching over the red tin roof of a long white building with a veranda.',
      },
    ],
    [18.05, 'Pouring. Perfect. The tanks are singing.'],
    [
      19.53,
      'The kids from kura planted 400 flax today and named every one of them. Eleven are called Dave.',
    ],
    [
      21.34,
      'A fur seal came and slept on the boat ramp, so nobody went fishing, and nobody minded.',
    ],
    [
      23.11,
      "Counting birds means standing still until the birds decide you're furniture. I'm good furniture now.",
    ],
    [
      25.02,
      "Somebody's built a bench at the point out of driftwood, facing the right way. Thank you, somebody.",
    ],
    [27.28, "Auntie's pavlova collapsed, so she renamed it Taranaki. Gone in three minutes."],
    [
      29.14,
      'Kua tata te raumati. Summer is near enough that I can smell the neighbour painting his boat.',
    ],
    [
      31.03,
      'The godwits are in. Eleven days from Alaska without a stop, and they stroll about the mudflat like they just popped over.',
    ],
    [
      33.55,
      'My uncle can fix any outboard with a fork. Ask him how and he just shows you the fork.',
    ],
    [
      36.29,
      'Found my grandmother\'s handwriting on the back of a photo: "Ngaire, stubborn, 3 days old".',
    ],
    [
      38.4,
      'Whole beach turned out to pull lupin for two hours and then eat sausages. Best meeting I have been to all year.',
    ],
    [41.04, 'Karakia at dawn, then bacon. A complete start.'],
  ],
}
