import { cup } from '../art/cup.ts'
import { night } from '../art/night.ts'
import { sunrise } from '../art/sunrise.ts'
import type { DemoPerson } from './person.ts'

export const jonas: DemoPerson = {
  username: 'jonas_snickrar',
  displayName: 'Jonas Lindqvist',
  bio: 'Furniture, twins, never enough clamps. Workshop in Umeå, sawdust everywhere.',
  joinedDaysAgo: 53,
  face: {
    hue: 222,
    skin: 'rosy',
    hair: 'beanie',
    hairColour: '#c9a25e',
    eyes: 'open',
    mouth: 'small',
    beard: true,
  },
  follows: ['wren_draws', 'tom_ashworth', 'mateo_rivas'],
  shares: [
    ['wren_draws', 'A kid at the print fair', 'She knows what craft is.'],
    ['mateo_rivas', 'If you score the loaf', 'It is the same with a chisel.'],
  ],
  posts: [
    [
      0.33,
      'Made a stool for a woman who is 1.43 m tall. She sat down, her feet touched the floor, and she went quiet for a bit.',
    ],
    [
      1.63,
      'Both kids asleep in the car, so I have parked and I am just sitting here listening to the heater.',
    ],
    [
      2.31,
      'Kaffe i termos, minus nio, solen uppe i fem timmar. Vi hann se den.',
      {
        svg: sunrise({ seed: 52, sky: 'winter', ground: 'snow' }),
        alt: 'En blek vintersol strax över snötäckta kullar med mörka granar.',
      },
    ],
    [
      3.74,
      '11 clamps were not enough. 14 clamps were not enough. My neighbour came over with his and stayed for soup.',
    ],
    [4.97, 'The twins have named my new plane Gunnar. It is a good name for a plane.'],
    [6.05, 'Första snön ligger kvar. Skidorna står redan i hallen och ser hoppfulla ut.'],
    [
      7.66,
      'My wife got the research grant. We have been dancing in the kitchen in wool socks, carefully, because of the floor I have just oiled.',
    ],
    [9.03, 'The old barn boards turned out to be elm. ELM.'],
    [
      10.53,
      'Norrsken. Väckte hela familjen. Ingen klagade.',
      {
        svg: night({ seed: 44, ground: 'forest', moon: false, aurora: true }),
        alt: 'Grönt norrsken i band över en mörk granskog, med stjärnor ovanför.',
      },
    ],
    [12.14, 'Someone small told me today that sawdust is "wood snow". Correct.'],
    [
      13.77,
      'Repaired a rocking chair from 1911. Underneath, in pencil: "lagad 1958, A." I added mine below it.',
    ],
    [15.23, 'A mistake in the drawer front turned into the nicest drawer front I have made.'],
    [
      16.93,
      'Fikapaus: two customers, one neighbour, the postwoman, one dog. The table I was meant to deliver was very useful.',
      {
        svg: cup({ seed: 40, kind: 'mug', room: 'workshop' }),
        alt: 'A blue enamel mug of coffee and a cinnamon bun on a wooden workbench by a window.',
      },
    ],
    [18.48, 'Idag luktar verkstaden bara linolja och apelsin.'],
    [
      20.02,
      'They each lost a tooth on the same day, at the same meal, on the same crispbread. The tooth fairy has questions.',
    ],
    [21.86, 'Apprentice cut her first dovetails. Gaps like barn doors, and a grin to match.'],
    [
      23.65,
      'Barnen frågade varför björkar har ränder. Jag sa att jag skulle ta reda på det. Nu är klockan elva och jag läser om bark.',
    ],
    [
      25.34,
      "A boy paid for his mother's birthday shelf in coins. I counted very slowly so that he could tell me about her.",
    ],
    [27.77, 'Sauna, snow, sauna. Brain: empty. Wonderful.'],
    [
      29.55,
      'When the twins build a fort I am hired as "the beam". I hold my arms out for about twenty minutes. Good pension.',
    ],
    [
      32.05,
      'The kitchen table is ten years old today. Felt-tip marks, a burn, one bite. I am never sanding it.',
    ],
    [34.43, 'Det blev en lampa av överblivna list. Den lyser precis lagom.'],
    [
      37.08,
      'Glue-up finished with zero seconds to spare and only one word I would not say in front of the children.',
    ],
    [
      39.31,
      'My dad visited the workshop, ran his thumb along an edge, and nodded. I am 41 and I have been glowing since lunch.',
    ],
    [42.52, 'Machines off at four now, so that I can hear them come up the drive.'],
  ],
}
