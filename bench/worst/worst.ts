import { readSettings } from '../../api/settings/settings.ts'
import { seeded } from '../../demo/random.ts'
import { openCluster } from '../data/database.ts'
import { requireDataset } from '../data/dataset.ts'
import { commonWords, innerSubstrings, languages } from '../data/words.ts'
import { AUTH_SECRET } from '../paths.ts'
import { candidates, type SampleData } from './candidates.ts'
import { type MeasuredOperation, openExecutor } from './executor.ts'

/** CPU milliseconds that an operation on a million posts may take. */
const TARGET_MS = 250
const RUNS = 3
/** Runs for each of the most expensive operations. */
const FINAL_RUNS = 8
const PRINTED = 12

type Executor = Awaited<ReturnType<typeof openExecutor>>

/**
 * Prints the most expensive operations that pass the limits. Needs Linux, for the CPU time of each
 * process.
 */
export async function findWorst({ posts, seed }: { posts: number; seed: number }): Promise<void> {
  const cluster = await openCluster()
  const url = await requireDataset(cluster, posts)
  const executor = await openExecutor(
    url,
    readSettings({ DATABASE_URL: url, AUTH_SECRET, RATE_LIMIT: 'off' }),
  )
  try {
    const { accepted, refused } = await measureAll(executor, seed)
    const worst: MeasuredOperation[] = []
    for (const operation of accepted.sort((a, b) => b.ms - a.ms).slice(0, PRINTED))
      worst.push((await executor.measure(operation, FINAL_RUNS)) ?? operation)
    worst.sort((a, b) => b.ms - a.ms)
    console.log(
      `${accepted.length} operations pass the limits, ${refused} are refused. The most expensive, in CPU milliseconds (seed ${seed}):`,
    )
    for (const { ms, name, variables } of worst)
      console.log(
        `${ms.toFixed(0).padStart(6)}  ${name}  ${JSON.stringify(variables).slice(0, 120)}`,
      )
    console.log(`The target is at most ${TARGET_MS} ms on a million posts.`)
  } finally {
    await executor.close()
    await cluster.close()
  }
}

async function measureAll(executor: Executor, seed: number) {
  const accepted: MeasuredOperation[] = []
  let refused = 0
  for (const candidate of candidates(await sampleData(executor), seeded(seed))) {
    const measured = await executor.measure(candidate, RUNS)
    if (measured) accepted.push(measured)
    else refused++
  }
  return { accepted, refused }
}

async function sampleData({ database, searchCursorsOf }: Executor): Promise<SampleData> {
  const people = await database.$queryRaw<{ id: string }[]>`
    SELECT "authorId" AS "id" FROM (SELECT "authorId" FROM "Post" ORDER BY "id" DESC LIMIT 100000) newest GROUP BY 1 ORDER BY count(*) DESC LIMIT 100`
  const posts = await database.$queryRaw<
    { id: string }[]
  >`SELECT "id" FROM "Post" TABLESAMPLE SYSTEM (1) LIMIT 100`
  const searchCursors = []
  for (const word of [...commonWords, ...innerSubstrings.slice(0, 3)])
    searchCursors.push(await searchCursorsOf(word))
  return {
    people: people.map(({ id }) => id),
    posts: posts.map(({ id }) => id),
    words: [
      ...commonWords,
      ...innerSubstrings,
      'a',
      'th',
      'x',
      ...languages.flatMap(({ words }) => words),
    ],
    searchCursors: searchCursors.filter((cursors) => cursors !== null),
  }
}
