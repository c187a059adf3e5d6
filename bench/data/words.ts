/** Each of these occurs in 12 % of the posts. */
export const commonWords = [
  'morning',
  'coffee',
  'garden',
  'sunshine',
  'smile',
  'neighbour',
  'kindness',
  'weekend',
]

/** Substrings of words that start no word. */
export const innerSubstrings = [
  'orni',
  'offe',
  'arde',
  'unshi',
  'eighb',
  'indne',
  'eeken',
  'ghtho',
  'umbl',
  'nflow',
  'pple',
  'ookst',
]

/** Words of the posts; phrases where a script has no spaces. */
export const languages: readonly { share: number; words: readonly string[] }[] = [
  {
    share: 60,
    words:
      words(`a about after again all along always and another around as at away back bake bread because been before best better big
      bird birds blue book books bookstore borrowed bright bring brother bus but cake call came cat children city clear close cloud cold
      come could cup dance day dear did dog door down dream each early easy enough evening every face family far farm field find fire
      first flower for forest found friend friends from full fun gave gentle gift give glad good grandma grateful great green grew had
      hand happy has have heart hello help her here high hill him his home hope house humble hummed if in into is it joy just keep kept
      kind kitchen knew ladder lake last laugh learned left letter library light lighthouse like little long look lost loud love lovely
      lucky made make many market maybe meadow meal met milk mountain moved much music my near never new nice night north note now of old
      on once one only open orange our out over own paint park path people piano pie plant play poem quiet rain ran read ready river road
      room rose round said sang sat saw school sea season see seed shared she shop simple sing sister sky sleep slow small snow so soft
      some someone song soon soup spring star stayed still stone story street strong summer sun sunflower sunset sweet swim table tea
      teacher thank thanks that the their them then there they thing this time to today together told tomorrow took town train tree
      tulip under until up us very village visit voice wait walk walked warm was water we went were what when while white who wild wind
      window winter wish with wonder wood word work worked world would wrote year yellow you young your apple apples`),
  },
  {
    share: 7,
    words: words(
      'el la una mañana café jardín sonrisa abuela ayer niños corazón también está feliz pan caliente río música señor amistad',
    ),
  },
  {
    share: 6,
    words: words(
      'über schön Straße Frühstück Garten Freude heute morgen Nachbarn Brötchen grüßt Kuchen leise Glück Mädchen Bäume',
    ),
  },
  {
    share: 6,
    words: words(
      'утро солнце сегодня друзья улыбка сад чай хлеб соседка спасибо весна река музыка книга тёплый дом радость ёжик',
    ),
  },
  {
    share: 3,
    words: words(
      'καλημέρα ήλιος σήμερα φίλοι χαμόγελο κήπος καφές θάλασσα γειτονιά ευχαριστώ άνοιξη μουσική ψωμί καρδιά',
    ),
  },
  {
    share: 4,
    words: words(
      'صباح الخير شمس اليوم أصدقاء ابتسامة حديقة قهوة خبز شكرا ربيع نهر موسيقى كتاب بيت قلب',
    ),
  },
  {
    share: 4,
    words: words('सुबह सूरज आज दोस्त मुस्कान बगीचा चाय रोटी पड़ोसी धन्यवाद वसंत नदी संगीत किताब घर दिल'),
  },
  {
    share: 3,
    words: words(
      '아침 햇살 오늘 친구 미소 정원 커피 빵집 이웃 감사합니다 봄날 강가 음악 책방 우리집 마음',
    ),
  },
  {
    share: 3,
    words: words(
      '今天天气很好 早上喝了咖啡 邻居送来花 谢谢大家 孩子们在笑 春天来了 在河边散步 妈妈做的汤 新的一天 我很开心',
    ),
  },
  {
    share: 3,
    words: words(
      'おはようございます 今日はいい天気 コーヒーの香り 庭の花が咲いた ありがとう 友だちと散歩 パンを焼いた 猫が寝ている',
    ),
  },
  { share: 1, words: words('สวัสดีตอนเช้า วันนี้อากาศดี กาแฟอร่อย ขอบคุณมาก เพื่อนบ้านใจดี ดอกไม้บาน') },
]

export const signs = ['🌻', '☕', '💛', '👋🏽', '🎉', '🐕', '👨‍👩‍👧', '🇺🇦', '✨', '🍞']

export const givenNames = words(
  'Ada Amara Bo Chidi Dimitra Elif Farid Grace Hinata Ivo Jonas Kofi Layla Mateo Minjun Ngaire Olena Priya Rosa Tom Юлия Νίκος 美咲 지우 سارة',
)
export const familyNames = words(
  'Ashworth Bell Castro Dahl Eriksen Fofanah Gallo Haddad Ito Jensen Kaya Lund Moreau Novak Okafor Petrov Quist Reyes Sato Wren Шевченко 田中 박',
)

function words(list: string): string[] {
  return list.split(/\s+/).filter(Boolean)
}

const CONSONANTS = 'bdfgklmnprstvz'
const VOWELS = 'aeiou'

/** @returns an invented word of nine letters, unique to the number */
export function rareWord(number: number): string {
  let rest = number
  const next = (letters: string) => {
    const letter = letters[rest % letters.length] ?? ''
    rest = Math.floor(rest / letters.length)
    return letter
  }
  const syllables = Array.from({ length: 4 }, () => next(CONSONANTS) + next(VOWELS)).join('')
  return `${syllables}x`
}
