import { cat } from '../art/cat.ts'
import { latte } from '../art/latte.ts'
import { sunrise } from '../art/sunrise.ts'
import type { DemoPerson } from './person.ts'

export const minjun: DemoPerson = {
  username: 'minjun_brews',
  displayName: '김민준',
  bio: '부산. 낮엔 학생, 저녁엔 바리스타. Latte art: improving. Guitar: same.',
  joinedDaysAgo: 50,
  face: {
    hue: 240,
    skin: 'fair',
    hair: 'crop',
    hairColour: '#1d1919',
    eyes: 'smiling',
    mouth: 'aside',
  },
  follows: ['wren_draws', 'tom_ashworth', 'hinata_s', 'ngaire_te_aho', 'mateo_rivas'],
  shares: [
    ['hinata_s', '商店街のコロッケ', '80엔... 부산에도 하나만요'],
    ['tom_ashworth', 'The young lass', 'thirty years!! get on the bus, heron'],
    ['ngaire_te_aho', 'Counting birds', 'me at the library in exam week: furniture'],
  ],
  posts: [
    [0.46, '단골 아기가 오늘 나를 보고 처음 웃었다. 퇴사 못 함.'],
    [
      1.27,
      'guitar update: F chord. clean. once. I heard it and my neighbour heard it (he knocked "bravo")',
    ],
    [
      2.54,
      '오늘 라떼아트 처음으로 하트 성공. 손님이 못 마시겠다고 한참 보고만 계셨다.',
      { svg: latte(), alt: '나무 탁자 위 라떼 한 잔을 위에서 본 모습. 거품 위에 하트 모양.' },
    ],
    [
      3.96,
      'my mum joined this just to like my posts and she cannot find the button. love you mum, it is the heart',
    ],
    [5.38, '할머니가 김치를 보내주셨다. 상자 안에 오만 원이랑 귤이 숨어 있었다.'],
    [
      6.57,
      'my roommate talks in his sleep and last night he said, very clearly, "thank you for coming everyone"',
    ],
    [8.29, '새벽 첫차 기사님이 "오늘도 힘내요" 하셨는데 그 말로 하루를 다 살았다.'],
    [
      9.9,
      'the cat that lives behind the café was missing for five days. today she walked in like she pays rent',
      {
        svg: cat('walking', 'charcoal'),
        alt: 'Line drawing of a dark cat strolling past café stools with her tail straight up.',
      },
    ],
    [11.44, "Exam over!!! I don't know how it went but it is OVER and the sea is right there"],
    [12.84, '도서관 옆자리 분이 초콜릿을 반으로 나눠 밀어주심. 말없이. 시험기간의 정.'],
    [
      14.55,
      'A regular who always has her coffee black ordered whipped cream today. I asked no questions. She winked.',
    ],
    [
      16.16,
      '오늘 하늘 색 이름 아는 사람? 보라도 아니고 분홍도 아니고.',
      {
        svg: sunrise({ seed: 66, sky: 'dusk', ground: 'sea' }),
        alt: '보라와 분홍 사이의 저녁 하늘, 바다에 길게 비친 해.',
      },
    ],
    [17.97, 'closing time, chairs up, one song left in the speakers, so we danced with the mops'],
    [19.68, '첫 월급으로 부모님 밥을 사드렸다. 아빠가 영수증을 지갑에 넣으셨다.'],
    [21.51, 'professor wrote "nice!" on page 3. only page 3. I live on page 3 now'],
    [
      23.27,
      '비 오는데 모르는 분이 우산을 씌워주셔서 정류장까지 같이 걸었다. 성함도 못 여쭤봤다. 건강하세요!',
    ],
    [25.13, 'I taught an 80-year-old to use the kiosk. She taught me how to pick a melon. I won'],
    [27.02, '광안리에서 버스킹. 관객 네 명, 갈매기 일곱. 앙코르 받음(갈매기한테).'],
    [29.7, "today's playlist was made by a nine-year-old customer and honestly? no skips"],
    [31.28, '동생이 군대에서 전화했다. 3분 동안 밥 얘기만 했다. 행복한 3분.'],
    [
      33.09,
      'Someone returned my lost student card WITH a coffee card that was one stamp from full',
    ],
    [35.5, '내일 쉬는 날. 계획: 없음. 완벽함.'],
    [
      37.81,
      'Learned that if you warm the cup first, everything is better. Applies to more than coffee, I think',
    ],
    [40.67, '알바 끝나고 편의점 앞 의자에서 먹는 컵라면이 미슐랭'],
    [42.14, '벚꽃은 아니어도 은행잎 밟는 소리가 있으니까 괜찮아 🍂'],
  ],
}
