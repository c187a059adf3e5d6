import { setTimeout as delay } from 'node:timers/promises'
import type { CoreServices } from '#api/context.ts'
import { Prisma } from '#api/database/generated/prisma/client.ts'
import { texts, uuids } from '#api/database/list.ts'
import { NIL_UUID } from '#api/lib/ids.ts'
import { SEARCH_VERSION, searchText } from '#api/lib/search-text.ts'
import { nameText } from '../user/user.write.ts'

type Database = CoreServices['database']
type Entry = ReturnType<typeof searchText>

/** Few, because the longest posts in scripts without spaces take 2 ms each. */
const BATCH = 25
/** It rests four times as long as it works, so that requests hardly notice it. */
const REST = 4

/** A row of a search table: its text as it is stored, and as this version writes it. */
interface Row {
  id: string
  stored: string
  entry: Entry
}

interface SearchTable {
  name: 'UserSearch' | 'PostSearch'
  key: 'userId' | 'postId'
  /** The next rows in the order of their ids. */
  read(database: Database, after: string): Promise<Row[]>
}

/**
 * Rewrites the search entries that an earlier version wrote in another way. It stores how far it is
 * with each batch, so that the next start goes on there. Until then, searches miss some of them.
 */
export async function reindexSearch(
  { database, log }: Pick<CoreServices, 'database' | 'log'>,
  signal: AbortSignal,
): Promise<void> {
  for (const table of tables) {
    const state = await database.searchReindex.findUnique({ where: { table: table.name } })
    let after = state?.version === SEARCH_VERSION ? state.after : NIL_UUID
    if (after === null) continue
    let changed = 0
    while (after !== null) {
      signal.throwIfAborted()
      const start = performance.now()
      const rows = await table.read(database, after)
      after = rows.at(-1)?.id ?? null
      changed += await writeBatch(database, table, rows, after)
      if (after !== null) await delay(REST * (performance.now() - start), undefined, { signal })
    }
    if (changed > 0) log.info({ table: table.name, changed }, 'Rewrote the search index')
  }
}

/** @returns how many entries changed */
async function writeBatch(
  database: Database,
  { name, key }: SearchTable,
  rows: readonly Row[],
  after: string | null,
): Promise<number> {
  const [table, id] = [Prisma.raw(`"${name}"`), Prisma.raw(`"${key}"`)]
  const column = <Value>(value: (row: Row) => Value) => rows.map(value)
  const state = { version: SEARCH_VERSION, after }
  const [changed] = await database.$transaction([
    // SQL: set-based, and leaves a row alone that a renaming has changed since it was read.
    database.$executeRaw`
      UPDATE ${table} s SET "text" = n."text", "grams" = n."grams"::int[]
      FROM unnest(
        ${uuids(column((row) => row.id))}, ${texts(column((row) => row.stored))},
        ${texts(column(({ entry }) => entry.text))},
        ${texts(column(({ entry }) => `{${entry.grams}}`))}
      ) n("id", "stored", "text", "grams")
      WHERE s.${id} = n."id" AND s."text" = n."stored"
        AND (s."text" <> n."text" OR NOT s."grams" @> n."grams"::int[])`,
    database.searchReindex.upsert({
      where: { table: name },
      create: { table: name, ...state },
      update: state,
    }),
  ])
  return changed
}

const tables: readonly SearchTable[] = [
  {
    name: 'UserSearch',
    key: 'userId',
    async read(database, after) {
      const rows = await database.userSearch.findMany({
        where: { userId: { gt: after } },
        select: {
          userId: true,
          text: true,
          user: { select: { displayName: true, username: true } },
        },
        orderBy: { userId: 'asc' },
        take: BATCH,
      })
      return rows.map(({ userId, text, user }) => ({
        id: userId,
        stored: text,
        entry: nameText(user),
      }))
    },
  },
  {
    name: 'PostSearch',
    key: 'postId',
    async read(database, after) {
      const rows = await database.postSearch.findMany({
        where: { postId: { gt: after } },
        select: { postId: true, text: true, post: { select: { content: true } } },
        orderBy: { postId: 'asc' },
        take: BATCH,
      })
      return rows.map(({ postId, text, post }) => ({
        id: postId,
        stored: text,
        entry: searchText(post.content),
      }))
    },
  },
]
