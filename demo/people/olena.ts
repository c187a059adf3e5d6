import { books } from '../art/books.ts'
import { cup } from '../art/cup.ts'
import { plant } from '../art/plant.ts'
import { crossStitch } from '../art/textile.ts'
import { snowWindow } from '../art/window.ts'
import type { DemoPerson } from './person.ts'

export const olena: DemoPerson = {
  username: 'olena_koval',
  displayName: 'Олена Коваль',
  bio: 'Керую дитячим хором у Львові. Teacher, alto, collector of good buttons.',
  joinedDaysAgo: 57,
  face: {
    hue: 262,
    skin: 'fair',
    hair: 'bun',
    hairColour: '#a8703c',
    eyes: 'smiling',
    mouth: 'small',
    earrings: true,
  },
  follows: ['wren_draws', 'tom_ashworth', 'dimitra_reads'],
  shares: [
    ['dimitra_reads', 'Man, sixties', 'Ніколи не пізно.'],
    ['wren_draws', 'did a drawing a day', 'I have shown this to the whole choir. Day 365!'],
  ],
  posts: [
    [0.53, 'Сьогодні малі вперше заспівали на два голоси й самі злякалися, як гарно вийшло.'],
    [
      1.44,
      'My neighbour practises the same four bars of Chopin every evening. Tonight she played bar five.',
    ],
    [
      2.62,
      'Перший сніг, і весь двір раптом вийшов надвір без жодної причини.',
      {
        svg: snowWindow(5),
        alt: 'Вечірнє вікно з хрестовиною: за склом падає сніг, на підвіконні горить свічка.',
      },
    ],
    [
      4.05,
      'The power went out in the middle of rehearsal and nobody stopped singing. We finished the whole piece in the dark.',
    ],
    [5.6, 'Купила ґудзик. Один. Він ідеальний.'],
    [
      6.93,
      "A boy who hasn't said much since he moved here asked whether he could hold the pitch pipe. He is our pitch pipe person now.",
    ],
    [
      8.66,
      'Кава на балконі, плюс чотири, шарф, і сонця рівно на одну чашку.',
      {
        svg: cup({ seed: 31, kind: 'saucer', room: 'bright' }),
        alt: 'Біла чашка кави на блюдці, над нею пара; позаду світле вікно.',
      },
    ],
    [10.4, "Parents' evening. I only said good things, because I only had good things."],
    [
      11.98,
      'Пішла по хліб, повернулася з трьома книжками. Хліба немає. Вечір чудовий.',
      {
        svg: books({ seed: 8, count: 3 }),
        alt: 'Три книжки стосиком на столі, зверху лежать окуляри.',
      },
    ],
    [
      13.41,
      "Singing teachers' secret: look delighted before they start. They sing better, because they think it has already gone well.",
    ],
    [
      15.05,
      'Учениця принесла намальовані ноти. Зіграти їх не можна, але я повісила на стіну. Може, колись навчимося.',
    ],
    [
      16.77,
      "A whole evening mending my grandmother's embroidered cloth. Forty tiny crosses, and now I know how her hands moved.",
      {
        svg: crossStitch(19),
        alt: 'Red and black cross-stitch on white linen: a band of eight-pointed stars between two zigzag borders.',
      },
    ],
    [18.32, 'Тролейбус чекав на мене. Водій бачив, що біжу, і просто чекав.'],
    [20.49, 'Thirty-one children, one triangle. Every single one of them wants the triangle.'],
    [21.73, 'Бабуся передала банку варення з підписом «не чекай гостей».'],
    [
      23.94,
      'My cactus bloomed at night without telling anybody.',
      {
        svg: plant('cactus', 3),
        alt: 'A round cactus in a small striped pot with one large pink flower on top.',
      },
    ],
    [25.57, 'Вареники, шестеро за столом, борошно навіть на коті.'],
    [
      27.86,
      'One of my first pupils is twenty-six now and teaches singing herself. She called to ask how I got them to stop shouting. I never did!',
    ],
    [
      29.03,
      'Дякую тому, хто лишив парасольку на зупинці з запискою «бери, якщо треба». Взяла. Завтра поверну.',
    ],
    [
      31.4,
      'Somebody in our stairwell is learning the trumpet. It is terrible. It is so much better than last week.',
    ],
    [
      33.22,
      "Сьогодні в класі тихо: слухають дощ і з'ясовують, у якій він тональності. Дійшли згоди — ре мінор.",
    ],
    [
      35.79,
      'Found my late teacher\'s handwriting in the margin of a second-hand score: "here, smile". I did.',
    ],
    [
      37.9,
      "We sang for the tram drivers at the depot, six o'clock shift change. One of them conducted from his cabin.",
    ],
    [40.16, 'Хор виступив. Я плакала тільки двічі, і обидва рази трималася за пюпітр.'],
    [
      42.98,
      "Good morning from a very squeaky rehearsal-room chair. It's in tune with the piano, we checked.",
    ],
  ],
}
