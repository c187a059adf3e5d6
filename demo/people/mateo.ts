import { bread } from '../art/bread.ts'
import { door } from '../art/door.ts'
import { sea } from '../art/sea.ts'
import type { DemoPerson } from './person.ts'

export const mateo: DemoPerson = {
  username: 'mateo_rivas',
  displayName: 'Mateo Rivas',
  bio: 'Panadero. I get up so that your toast can exist. Valparaíso, the steep part.',
  joinedDaysAgo: 55,
  face: {
    hue: 44,
    skin: 'tan',
    hair: 'short',
    hairColour: '#33231a',
    eyes: 'open',
    mouth: 'wide',
    beard: true,
  },
  follows: ['wren_draws', 'tom_ashworth', 'hinata_s'],
  shares: [
    ['hinata_s', 'One roll of film', 'One in 36 is also my record with croissants.'],
    ['tom_ashworth', 'Planted garlic', 'En Valparaíso creemos en enero. El mismo ajo.'],
  ],
  posts: [
    [
      0.21,
      'Ayer vendimos todo a las diez y media y nos fuimos al mar con la masa madre en el asiento de atrás. Con cinturón.',
    ],
    [
      1.22,
      "A woman bought one roll, took a bite at the door, came back and bought six. Didn't say anything. Didn't need to.",
    ],
    [
      2.16,
      'Hoy el pan salió con orejas. Si sabes, sabes. 🥖',
      { svg: bread(3), alt: 'Three round loaves with deep scored crusts on a floured board.' },
    ],
    [3.65, 'Dough is just waiting with your hands.'],
    [5.02, 'Ten years ago today I was fired from a bank. Gracias, banco.'],
    [6.44, 'Burnt a whole tray, and the dog from number 40 had the best day of his life.'],
    [
      8.17,
      'The sea this afternoon from the top of the stairs, with a bag of warm bread under my arm. Not asking for anything else.',
      {
        svg: sea({ seed: 8, light: 'gold', far: 'boat' }),
        alt: 'A calm golden sea in the late afternoon with one small sailing boat near the horizon.',
      },
    ],
    [9.33, 'Trueque del día: dos kilos de pan por afinarme la guitarra. Salimos ganando todos.'],
    [11.19, 'My hill has 214 steps and one cat every ten.'],
    [
      12.95,
      "We give yesterday's bread away at closing. Today a man came to bring some back: he had made us a pudding out of it.",
    ],
    [14.17, 'Lluvia, por fin.'],
    [
      15.64,
      'Señor Ibarra, 91, comes in at seven for his marraqueta and corrects my crossword. Today he let me have one.',
    ],
    [
      17.2,
      'Painted the door yellow. Business is the same. I am happier.',
      {
        svg: door('street'),
        alt: 'A yellow door with two steps in a blue wall, a potted geranium beside it.',
      },
    ],
    [
      18.74,
      'My father came by at five "to check the ovens". He knows nothing about ovens. We drank coffee on flour sacks.',
    ],
    [
      20.15,
      'A kid asked whether the bread is alive. I said it was, until a while ago. Maybe not the best answer. He took two.',
    ],
    [
      21.92,
      'La niña de la esquina aprendió a andar en bici en nuestra cuadra. La cuadra entera aplaudió. Es una cuadra muy empinada.',
    ],
    [
      23.38,
      'If you score the loaf like you mean it, it opens where you ask. If you hesitate, it opens where it likes. Both are bread.',
    ],
    [25.21, 'Fog so thick that the harbour horns sounded as if they were inside the shop.'],
    [
      27.13,
      "I've been teaching my sister to shape loaves by video call. Hers are uglier and they taste better. I'm not ready to talk about it.",
    ],
    [29.41, 'Feliz cumpleaños a mi abuela, que a los 88 me dijo hoy que al pan le falta sal.'],
    [
      31.66,
      'First empanadas of the season. The queue went round the corner, and the corner is a staircase.',
    ],
    [
      34.12,
      'The starter turned six this week. I mentioned it to one customer and by noon someone had brought her a candle.',
    ],
    [
      36.88,
      'Someone drew our bakery, window and all, and slid it under the door. The bread has a face. We have framed it.',
    ],
    [39.17, 'Tonight the dough rose so much that it pushed the lid off. Ambition! I respect it.'],
    [42.71, '3:50. The oven, me, and the radio playing boleros for nobody else.'],
  ],
}
