import { readSettings } from '../../api/settings/settings.ts'
import { seeded } from '../../demo/art/random.ts'
import { openCluster } from '../data/database.ts'
import { dataOf } from '../data/load.ts'
import { commonWords, innerPieces, languages } from '../data/words.ts'
import { AUTH_SECRET } from '../place.ts'
import { candidates, type Material } from './candidates.ts'
import { type Measured, openReader } from './reader.ts'

/** Milliseconds of work that the worst operation may cost on a million posts. */
const TARGET = 250
const TIMES = 3
const AGAIN = 8
const SHOWN = 12

/** Looks for the operation that costs most of all that the limits let pass, and prints the worst. Linux tells how long each process has worked. */
export async function findWorst({ posts, seed }: { posts: number; seed: number }): Promise<void> {
  const cluster = await openCluster()
  const url = await dataOf(cluster, posts)
  const reader = await openReader(
    url,
    readSettings({ DATABASE_URL: url, AUTH_SECRET, RATE_LIMIT: 'off' }),
  )
  try {
    const { found, refused } = await measureAll(reader, seed)
    const worst: Measured[] = []
    for (const each of found.sort((a, b) => b.ms - a.ms).slice(0, SHOWN))
      worst.push((await reader.measure(each, AGAIN)) ?? each)
    worst.sort((a, b) => b.ms - a.ms)
    console.log(
      `${found.length} operations pass the limits, ${refused} are refused. The worst, in milliseconds of work (seed ${seed}):`,
    )
    for (const { ms, name, variables } of worst)
      console.log(
        `${ms.toFixed(0).padStart(6)}  ${name}  ${JSON.stringify(variables).slice(0, 120)}`,
      )
    console.log(`At most ${TARGET} are wanted of a million posts.`)
  } finally {
    await reader.close()
    await cluster.close()
  }
}

async function measureAll(reader: Awaited<ReturnType<typeof openReader>>, seed: number) {
  const found: Measured[] = []
  let refused = 0
  for (const each of candidates(await materialOf(reader), seeded(seed))) {
    const measured = await reader.measure(each, TIMES)
    if (measured) found.push(measured)
    else refused++
  }
  return { found, refused }
}

async function materialOf({
  database,
  placesOf,
}: Awaited<ReturnType<typeof openReader>>): Promise<Material> {
  const people = await database.$queryRaw<{ id: string }[]>`
    SELECT "authorId" AS "id" FROM (SELECT "authorId" FROM "Post" ORDER BY "id" DESC LIMIT 100000) newest GROUP BY 1 ORDER BY count(*) DESC LIMIT 100`
  const posts = await database.$queryRaw<
    { id: string }[]
  >`SELECT "id" FROM "Post" TABLESAMPLE SYSTEM (1) LIMIT 100`
  const places = []
  for (const word of [...commonWords, ...innerPieces.slice(0, 3)]) places.push(await placesOf(word))
  return {
    people: people.map(({ id }) => id),
    posts: posts.map(({ id }) => id),
    words: [
      ...commonWords,
      ...innerPieces,
      'a',
      'th',
      'x',
      ...languages.flatMap(({ words }) => words),
    ],
    places: places.filter((place) => place !== null),
  }
}
