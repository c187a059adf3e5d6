import { expect, test } from 'vitest'
import { testApi } from '#api/test/servers/test-api.ts'

const { anonymous, aUser, aPost } = await testApi()
const ada = await aUser({ displayName: 'Ada Quillfeather', username: 'ada_q' })
const post = async (...contents: string[]) => {
  for (const content of contents) await aPost({ by: ada, content })
}

async function search(query: string): Promise<string[]> {
  const { search: result } = await anonymous.data<{ search: { nodes: { content: string }[] } }>(
    'query ($query: String!) { search(query: $query) { nodes { content } } }',
    { query },
  )
  return result.nodes.map(({ content }) => content)
}

test.each([
  ['東京タワー', '昨日東京タワーに登った', '京東'],
  ['สวัสดี', 'สวัสดีครับทุกคน', 'ดีสวัส'],
  ['привет', 'Привет, мир', 'мирп'],
  ['ΟΔΟΣ', 'η οδός και ο οδος', 'σοδο'],
  ['straße', 'Die STRASSE glänzt', 'strasz'],
  ['مرحبا', 'مرحبا بكم', 'بحرم'],
  ['नमस्ते', 'नमस्ते दुनिया', 'स्तेन'],
  ['안녕', '안녕하세요 여러분', '녕안'],
  ['café', 'un café, s’il vous plaît', 'caff'],
  ['ﬁne', 'all fine here', 'fiine'],
])('%s matches in its own script', async (query, content, other) => {
  await post(content)
  expect(await search(query)).toEqual([content])
  expect(await search(other)).toEqual([])
})

test.each([
  ['istanbul', 'İstanbul in spring'],
  ["don't", 'I don’t mind'],
  ['naive', 'a naïve little song'],
  ['елка', 'Ёлка стоит'],
  ['καλημερα', 'Καλημέρα σας'],
  ['👍', 'well done 👍🏽'],
  ['שלום', 'שָׁלוֹם לכולם'],
  ['שָׁלוֹם', 'שלום לכולם'],
  ['مرحبا', 'مَرْحَبًا بِكُم'],
  ['أَحْمَد', 'احمد هنا'],
  ['مرحبا', 'مـــرحبا يا صديقي'],
  ['lodz', 'Łódź w maju'],
  ['Ørsted', 'orsted was here'],
  ['djokovic', 'Djoković'],
  ['đoković', 'Dokovic again'],
  ['ғалым', 'галым'],
])(
  '%s matches regardless of accents, points, strokes, apostrophes and skin tones',
  async (query, content) => {
    await post(content)
    expect(await search(query)).toContain(content)
  },
)

test.each([
  ['100%', 'gave 100% today', 'gave 100 today'],
  ['snake_case', 'snake_case it is', 'snakeXcase it is'],
  [String.raw`back\slash`, String.raw`a back\slash here`, 'a backslash here'],
  ["o'clock", "five o'clock tea", 'five oclock tea'],
  ['🌻', 'a 🌻 for you', 'a 🌼 for you'],
  ['👨‍👩‍👧', 'my 👨‍👩‍👧', 'my 👨👩👧'],
  ['❤', 'much ❤️', 'much 💛'],
  ['c++', 'c++ is fun', 'c is fun'],
  ['C#', 'C# in the morning', 'C in the morning'],
  ['$5', 'found $5 today', 'found 5 today'],
  ['salt&', 'salt& vinegar', 'salt vinegar'],
  ['=leaf', 'the sum =leaf here', 'the sum leaf here'],
  ["'petal'", "a 'petal' fell", 'a petal fell'],
  ['#️⃣', 'press #️⃣ now', 'press # now'],
  ["'twas", "'twas the night", 'twas the night'],
  ['example.org/a?b=c', 'see https://example.org/a?b=c!', 'see https://example.org/a b=c'],
  ['well-kept', 'a well-kept garden', 'a well kept garden'],
  ['...', 'wait... what', 'wait what'],
  [':-)', 'a smile :-)', 'a smile'],
])('%s is matched literally', async (query, content, other) => {
  await post(content, other)
  expect(await search(query)).toEqual([content])
})

test.each([
  'harbour.',
  'harbour!?',
  '¡harbour!',
  'harbour…',
  '(harbour)',
  '【harbour】',
  '"harbour',
  'harbour”',
  '#harbour',
  '＠harbour',
  '«harbour»',
  'harbour؟',
  'harbour。',
  'harbour :',
])('%s: the signs at the ends are optional', async (query) => {
  await post('the Harbour, at dawn')
  expect(await search(query)).toContain('the Harbour, at dawn')
})

await post('mercies, tender', 'tender  mercies!', 'tender little mercies', 'untender mercies')

test.each([
  ['"tender mercies"'],
  ['“tender mercies”'],
  ['„tender mercies“'],
  ['«tender mercies»'],
  ['« tender mercies »!'],
  ['« tender mercies ! »'],
  ['" tender mercies! "'],
  ['「tender mercies」'],
  ['＂tender mercies＂'],
])('%s is a phrase', async (query) => {
  expect(await search(query)).toEqual(['tender  mercies!'])
  expect(await search(`${query} untender`)).toEqual([])
})

test('a phrase and words match together, an unmatched quote is ignored', async () => {
  await post('silver linings on Monday', 'Monday linings, silver')
  expect(await search('monday "silver linings"')).toEqual(['silver linings on Monday'])
  expect(await search('"silver linings')).toEqual([
    'Monday linings, silver',
    'silver linings on Monday',
  ])
  expect(await search('他说“早上好”了')).toEqual([])
  await post('他说早上好了')
  expect(await search('他说“早上好”了')).toEqual(['他说早上好了'])
})

test('two syllables of Korean match inside a longer word, whole words first', async () => {
  await post('새해복많이', '복많 한마디', '복과많이')
  expect(await search('복많')).toEqual(['복많 한마디', '새해복많이'])
})

test('a person is found by the username with its @', async () => {
  const author = await aUser({ displayName: 'Quincy', username: 'quincy_at' })
  await aPost({ by: author, content: 'unrelated to the name' })
  expect(await search('@quincy_at')).toEqual(['unrelated to the name'])
})
