import { paintedSun } from '../art/painted-sun.ts'
import { plant } from '../art/plant.ts'
import { sunrise } from '../art/sunrise.ts'
import type { DemoPerson } from './person.ts'

export const amara: DemoPerson = {
  username: 'amara_okafor',
  displayName: 'Amara Okafor',
  bio: 'Night-shift nurse, day-shift sleeper. Lagos girl in Manchester. I dance in lifts.',
  joinedDaysAgo: 61,
  face: {
    hue: 18,
    skin: 'deep',
    hair: 'curls',
    hairColour: '#2a1a14',
    eyes: 'smiling',
    mouth: 'wide',
    earrings: true,
  },
  follows: ['wren_draws', 'tom_ashworth', 'priya_raman', 'ngaire_te_aho', 'mateo_rivas'],
  shares: [
    [
      'priya_raman',
      'The bridge opened today',
      'Four years, and not one look up. My friend built that. Come and not notice it with me.',
    ],
    [
      'tom_ashworth',
      "Margaret's knee",
      'Speaking as a nurse: this is exactly what we mean by exercises.',
    ],
    ['ngaire_te_aho', 'Night swim', 'Some of us only float. Taking notes.'],
  ],
  posts: [
    [
      0.16,
      'Bed 6 went home today. Walked out. WALKED. We all lined the corridor and pretended to have things to do there.',
    ],
    [1.08, 'Danced in the lift. Doors opened on the third floor. Consultant joined in.'],
    [1.93, 'Update on the swimming: I float!! I am a person who floats.'],
    [
      3.1,
      'My plant, which I have apologised to many times, has made a leaf.',
      {
        svg: plant('leafy', 21),
        alt: 'A houseplant with big split leaves in a terracotta pot; one new leaf is paler than the others.',
      },
    ],
    [4.87, '"You have warm hands" is my favourite review.'],
    [6.12, 'Half the flat is plantain right now. If you live in the building, knock.'],
    [
      7.2,
      'Off shift. The sky was doing pink over the car park and four of us in scrubs just stood there by the ticket machine like it was a concert.',
      {
        svg: sunrise({ seed: 27, sky: 'pink', ground: 'roofs' }),
        alt: 'A pink morning sky over a dark row of roofs and chimneys, the sun just showing between them.',
      },
    ],
    [8.91, 'My mother has discovered voice notes. I have eleven minutes about a goat.'],
    [10.18, 'Slept nine hours. Woke up and did not know what year it was. 10/10'],
    [
      11.7,
      'My cousin named her daughter after our grandmother and I keep saying it out loud in the kitchen. Ifeoma. Ifeoma.',
    ],
    [13.02, 'Church choir needed an alto so they asked me. I am not an alto. I am an alto now.'],
    [
      14.83,
      "The kids' ward is painting the corridor windows. One of them has given the sun eyelashes and now we all want eyelashes like that.",
      {
        svg: paintedSun(),
        alt: "A child's painting of a smiling yellow sun with long eyelashes, above green grass and three red flowers.",
      },
    ],
    [
      16.09,
      "We got a baby through a hard night. I can't say more than that. I'm just going to sit on this step a bit.",
    ],
    [17.88, 'Found a seat, a window and a croissant on the 6:40 train. Royalty.'],
    [
      19.12,
      'New grad on her first night asked me if it gets easier. I said you get stronger and the vending machine gets fixed. Both true as of Tuesday.',
    ],
    [21.05, "Hair day. Seven hours, two films, one aunty's entire life story. Worth every minute."],
    [22.9, "Learning to swim at 34. Today I put my face in. That's it, that's the post."],
    [
      24.76,
      'Jollof turned out right first time in this cold kitchen. I phoned three people to tell them. Nobody was surprised enough.',
    ],
    [
      26.1,
      'The night porter hums highlife. I did not ask. I just came in on the second verse and now we are a duo.',
    ],
    [28.95, '4 a.m. is when the kettle is loudest and people are kindest.'],
    [
      31.15,
      'Somebody put a handwritten "thank you, you lot" inside the linen cupboard, where only we would ever see it.',
    ],
    [
      33.84,
      "Ụtụtụ ọma, everyone. It means good morning, and it's noon, and I've only just got up, and it still counts.",
    ],
    [
      36.13,
      'To the man who ran back across the platform with my glove: I hope your whole week goes like that.',
    ],
    [
      38.97,
      "A patient's little girl gave me a sticker for being brave. I have worn it for three shifts.",
    ],
    [41.86, 'Ward raffle: I won a slow cooker. I have never felt so seen by a machine.'],
  ],
}
