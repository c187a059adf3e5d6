import { cat } from '../art/cat.ts'
import { cup } from '../art/cup.ts'
import { hills } from '../art/hills.ts'
import { night } from '../art/night.ts'
import type { DemoPerson } from './person.ts'

export const hinata: DemoPerson = {
  username: 'hinata_s',
  displayName: '佐藤ひなた',
  bio: '京都。フィルム写真と坂道と、猫のむぎ。Slow photos, one cat, a lot of tea.',
  joinedDaysAgo: 60,
  face: {
    hue: 350,
    skin: 'fair',
    hair: 'bob',
    hairColour: '#241c1b',
    eyes: 'open',
    mouth: 'small',
  },
  follows: ['wren_draws', 'mateo_rivas', 'minjun_brews'],
  shares: [
    ['wren_draws', 'night walk', '窓のひとつひとつが、まだ撮っていない写真みたい。'],
    ['minjun_brews', 'the cat that lives behind', 'むぎからも「おかえり」。'],
  ],
  posts: [
    [
      0.11,
      'むぎが洗濯物の上で寝ている。今日はもう洗濯しないことにした。',
      {
        svg: cat('asleep', 'wheat'),
        alt: 'Line drawing of a cat curled up asleep on a pile of folded laundry.',
      },
    ],
    [1.17, 'One roll of film, 36 chances, 1 good photo. It is a good one.'],
    [
      2.27,
      '終電を逃して歩いて帰った。月がずっと一緒だった。',
      {
        svg: night({ seed: 6, ground: 'roofs', moon: true }),
        alt: '屋根の並ぶ町の上に、大きな丸い月と星。',
      },
    ],
    [3.52, 'My shutter is broken, so today I only looked. Recommended.'],
    [4.61, '商店街のコロッケ、まだ揚げたてで80円。世界は大丈夫。'],
    [
      6.25,
      'I am left-handed and today I met a left-handed teacup. The potter laughed and gave me a discount.',
    ],
    [
      7.55,
      '比叡山に初雪。写真は撮らずに、電話で母に見せた。',
      {
        svg: hills({ seed: 17, weather: 'snow' }),
        alt: '雪をかぶった山並みが、うすい青色の空に重なっている。',
      },
    ],
    [
      9.14,
      'Mugi (5.2 kg) has found the one box that is 5.1 kg.',
      {
        svg: cat('box', 'wheat'),
        alt: 'Line drawing of a round cat overflowing a cardboard box that is too small for it.',
      },
    ],
    [10.72, '猫は写真が嫌い。でもシャッターの音は好き。難しい。'],
    [
      12.21,
      "The tofu man's horn still comes down our street at five. I lean out of the window even when I don't need tofu.",
    ],
    [
      13.63,
      '今日のお茶はほうじ茶。部屋がぜんぶ秋になった。',
      {
        svg: cup({ seed: 12, kind: 'bowl', room: 'autumn' }),
        alt: '木の机の上の湯のみ。湯気が立ち、窓から秋の色の光。',
      },
    ],
    [
      15.35,
      '隣のおばあちゃんが柚子をくれた。お返しに写真を焼いて持っていったら、また柚子をくれた。',
    ],
    [
      17.04,
      'A boy on the train was drawing all of the passengers. He gave me a very strong nose. I want that confidence.',
    ],
    [18.59, '「いい日だったね」と独り言を言ったら、むぎが返事をした。'],
    [
      20.28,
      'Grandfather\'s camera came back from repair after four months, with a note from the repairman: "She missed the sun."',
    ],
    [22.14, '雨の日の路面電車の窓、ぜんぶ絵。'],
    [
      24.03,
      'I asked a stranger if I may photograph her umbrella. She said yes, and then she spun it.',
    ],
    [25.68, '現像待ちの一本、何が写っているか忘れた。未来の自分への手紙みたい。'],
    [
      27.51,
      'Small exhibition in the café: six prints, one visitor crying (happy), two visitors asking for the Wi-Fi.',
    ],
    [29.37, '朝の鴨川、犬が三匹。みんな知り合いみたいだった。'],
    [31.9, 'Learned the English word "petrichor" and then it rained. Thank you.'],
    [34.65, '暗室で一時間。息を止めて、像が浮かぶのを待つ。何回やっても魔法。'],
    [
      37.2,
      "Today's colour: the orange of a persimmon against a grey wall. Nothing else happened. It was enough.",
    ],
    [39.88, '銀杏はまだ青い。急がないところが好き。'],
    [43.05, 'The stove is out of the cupboard again. Mugi knew. Mugi has known since September.'],
  ],
}
