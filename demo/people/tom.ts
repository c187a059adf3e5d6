import { jars, potatoes } from '../art/harvest.ts'
import { sunrise } from '../art/sunrise.ts'
import type { DemoPerson } from './person.ts'

export const tom: DemoPerson = {
  username: 'tom_ashworth',
  displayName: 'Tom Ashworth',
  bio: 'Drove the number 36 for thirty-one years. Now I drive a wheelbarrow. Plot 14, mostly leeks.',
  joinedDaysAgo: 58,
  face: {
    hue: 96,
    skin: 'rosy',
    hair: 'balding',
    hairColour: '#d9d4cb',
    eyes: 'smiling',
    mouth: 'aside',
  },
  follows: ['wren_draws', 'ngaire_te_aho', 'priya_raman', 'amara_okafor'],
  shares: [
    ['amara_okafor', 'Bed 6 went home', 'Best thing I have read all week. Well done, Bed 6.'],
    ['ngaire_te_aho', "Somebody's built a bench", 'Facing the right way is half of a bench.'],
    ['priya_raman', "There's a retired welder", 'I should like to meet Gerald.'],
    [
      'wren_draws',
      'someone chalked hopscotch',
      'Had a go at ours. I got to nine. Margaret got to forty.',
    ],
  ],
  posts: [
    [
      0.07,
      "Lad on the next plot asked how I get my leeks so straight. Told him forty years of patience. It's drainpipe.",
    ],
    [1.31, 'Shed roof held.'],
    [2.38, "First frost last night and the parsnips don't know how lucky they are."],
    [
      3.42,
      'Grandson asked what I did before phones. I said I looked out of the window for a living, and he thought about it and said "that\'s good".',
    ],
    [
      5.29,
      'Sun came up over the water tower as if it had been asked specially.',
      {
        svg: sunrise({ seed: 11, sky: 'dawn', ground: 'hills' }),
        alt: 'A low orange sun over rolling dark green hills, with a peach-coloured sky above.',
      },
    ],
    [
      6.71,
      'Somebody left a flask of soup on my shed step. No note. It was leek, and I have my suspicions.',
    ],
    [
      8.4,
      "Margaret's knee is mended enough for the stairs. We celebrated by going up and down them for no reason.",
    ],
    [
      9.62,
      'A woman on the bench by the tap told me she comes for the quiet. So we were quiet. Very nice twenty minutes.',
    ],
    [11.35, "Planted garlic. That's the nice thing about garlic: it's you, believing in July."],
    [
      12.5,
      'Twelve jars of chutney. Nobody talk to me about vinegar.',
      {
        svg: jars(4),
        alt: 'Two shelves of preserving jars with cloth lids, filled with amber and plum-coloured chutney.',
      },
    ],
    [14.44, 'Robin has decided the fork handle is his. I have bought another fork.'],
    [
      16.3,
      'Got on the 36 today as a passenger. Sat right at the front like a child. The driver knew who I was and let me press the bell twice.',
    ],
    [17.55, 'Swapped a bag of onions for a haircut. Economy of the future, this.'],
    [19.41, "Doctor says whatever it is I'm doing, carry on doing it. I'm growing swedes, so."],
    [
      20.6,
      'Dug up the last of the Pink Fir Apples. Ugly as sin. Best potato there is.',
      {
        svg: potatoes(9),
        alt: 'A wooden crate of knobbly pink potatoes, some with soil still on them.',
      },
    ],
    [
      22.37,
      "Rain all day so I've sorted the seed tin by month, then by colour, then had a sit down.",
    ],
    [24.29, 'Bonfire tonight, small one. Hedgehog checked for twice. He was not in.'],
    [
      26.48,
      'The new people on plot 9 have never grown a thing in their lives and they are having the time of it. One of them hugged a courgette.',
    ],
    [28.33, 'Lent the good spade out. Got it back cleaner.'],
    [
      30.52,
      "The young lass who took over my route sent me a photo of the heron at the river stop. He's still waiting. Thirty years and he never once got on.",
    ],
    [
      32.4,
      'Read in the paper that gardening is good for you. Could have told them that for nothing in 1983.',
    ],
    [
      34.36,
      'Anyone nearby with too many jam jars, I have too many damsons. Between us we could sort this out.',
    ],
    [
      36.61,
      "To whoever painted the plot numbers on the gates in proper signwriter's lettering: they're grand. Mine's got a little shadow on the 4.",
    ],
    [
      39.44,
      "Forty-two years wed today. She still laughs before I've got to the end of the joke, which saves time.",
    ],
    [
      42.3,
      "If you've never eaten a pea standing up, straight from the pod, with your boots on, put it on the list.",
    ],
  ],
}
