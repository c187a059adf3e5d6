import { door } from '../art/door.ts'
import { night } from '../art/night.ts'
import { plant } from '../art/plant.ts'
import { sunrise } from '../art/sunrise.ts'
import { swatches } from '../art/textile.ts'
import type { DemoPerson } from './person.ts'

export const layla: DemoPerson = {
  username: 'layla_haddad',
  displayName: 'ليلى حداد',
  bio: 'أرسم كتب أطفال. Illustrator in Amman. Mostly rabbits, sometimes deadlines.',
  joinedDaysAgo: 54,
  face: {
    hue: 322,
    skin: 'olive',
    hair: 'scarf',
    hairColour: '#33231a',
    eyes: 'open',
    mouth: 'aside',
  },
  follows: ['wren_draws', 'tom_ashworth', 'olena_koval', 'hinata_s', 'mateo_rivas'],
  shares: [
    ['olena_koval', 'Учениця принесла', 'لوحة اليوم، وأغنية يوم نتعلّم.'],
    ['hinata_s', 'A boy on the train', 'Every artist starts with a very strong nose.'],
    ['wren_draws', 'drew the cat', 'Masterclass.'],
  ],
  posts: [
    [
      0.61,
      "Drew Tuesday for my nephew. It's mostly yellow, with a door. He approved.",
      {
        svg: door('tuesday'),
        alt: 'A drawing in warm yellows: a small arched blue door standing half open in a wide yellow field, with a paper moon above.',
      },
    ],
    [1.52, 'رسمت أرنبًا اليوم بلا أي سبب، وطلع أحلى أرنب.'],
    [2.73, 'My nephew asked for "a drawing of Tuesday". I have been thinking about it all day.'],
    [4.2, 'جارتنا أم سامر تطرق الباب كل خميس ومعها صحن، ولا مرة رجع الصحن فاضي.'],
    [5.45, 'Mum folds fitted sheets perfectly and will not explain.'],
    [6.82, 'Update: the coat stays. 🐇'],
    [
      8.04,
      'غروب عمّان من درج اللويبدة: ذهب على حجر.',
      {
        svg: sunrise({ seed: 41, sky: 'dusk', ground: 'roofs' }),
        alt: 'سماء برتقالية وبنفسجية عند الغروب فوق أسطح بيوت متلاصقة.',
      },
    ],
    [
      9.79,
      'The rabbit has a coat now. The publisher asked for no coat. We will see who is braver.',
    ],
    [11.1, 'بائع الكعك يعرف من مشيتي إن كان اليوم يوم سمسم زيادة.'],
    [
      12.67,
      'A five-year-old told me that my fox "looks like he\'s about to say sorry". Best criticism of my career.',
    ],
    [
      14.3,
      'Spilled the ink, turned it into a night sky, client loved it. I will never tell. (I have just told.)',
      {
        svg: night({ seed: 23, ground: 'hills', moon: false }),
        alt: 'A deep blue ink sky crowded with small stars above black hills.',
      },
    ],
    [15.9, 'يوم بلا اجتماعات. رسمتُ حتى نسيت الشاي، وشربته باردًا، وكان طيبًا.'],
    [
      17.43,
      'Read to forty children at the library. Thirty-nine listened. One fell asleep on my foot, which is also a compliment.',
    ],
    [
      19.27,
      'طلّعت اليوم كل ألواني القديمة ورتبتها من الفجر للمغرب.',
      {
        svg: swatches(15),
        alt: 'صفوف من بقع الألوان المائية مرتبة من الأصفر إلى البرتقالي فالوردي فالأزرق.',
      },
    ],
    [
      20.96,
      'I keep a jar of pencil shavings on the desk. No reason. They look like a small audience.',
    ],
    [
      22.55,
      'اتصلت صديقة من المدرسة بعد عشرين سنة لتقول إنها ما زالت تحتفظ برسمتي. كانت حمارًا. حمار جميل.',
    ],
    [24.41, 'Slow day. I coloured in one leaf. It is an excellent leaf.'],
    [
      26.33,
      'الياسمينة على السطح قررت أن تزهر في تشرين. لن أناقشها.',
      { svg: plant('jasmine', 8), alt: 'ياسمينة متسلقة في أصيص، عليها زهور بيضاء صغيرة كثيرة.' },
    ],
    [
      28.2,
      "My cousin's wedding: three hundred people, and my grandfather, 84, was the last one off the dance floor.",
    ],
    [30.07, 'صباح الخير لكل من استيقظ قبل المنبّه وابتسم لأنه ما زال عنده ساعة.'],
    [
      32.81,
      'The paper I love was discontinued, and the shop owner had put aside the last twelve sheets for me. He just knew.',
    ],
    [35.14, 'جدّتي علّمتني اليوم غرزة. أصابعي بطيئة وهي تقول: «الغرزة ما بتهرب».'],
    [37.66, 'The book is printed. I smelled it. Everyone smells it first, right?'],
    [
      40.02,
      'Met a man selling kites from a bicycle. He had one left, and he flew it so that people could find him.',
    ],
    [43.4, 'قهوة، شباك، مطر خفيف. هذا كل المطلوب.'],
  ],
}
