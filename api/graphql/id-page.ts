import type { Context } from '#api/context.ts'
import { Cursors, uuidFromBytes, uuidToBytes } from './cursor.ts'
import { connection, type PageArguments, readPage } from './page.ts'

interface IdQuery {
  where: { id: { lt?: string; gt?: string } }
  orderBy: { id: 'asc' | 'desc' }
  take: number
}

interface IdPage<Row> {
  /** Identifies the list in its cursors. */
  list: string
  args: PageArguments
  context: Context
  /** The default is newest first. */
  oldestFirst?: boolean
  /** Runs a query of Prisma's `findMany`, with the conditions of the list. */
  find: (query: IdQuery) => Promise<Row[]>
}

/** Reads a page of rows in the order of their UUIDv7, which is also the cursor. */
export async function idPage<Row extends { id: string }>({
  list,
  args,
  context,
  oldestFirst = false,
  find,
}: IdPage<Row>) {
  const cursors = new Cursors(context.settings.authSecret, list)
  const page = readPage(args, cursors)
  const [after, before] = [page.after, page.before].map((bytes) => bytes && uuidFromBytes(bytes))
  const [lt, gt] = oldestFirst ? [before, after] : [after, before]
  const rows = await find({
    where: { id: { ...(lt && { lt }), ...(gt && { gt }) } },
    orderBy: { id: oldestFirst === page.backwards ? 'desc' : 'asc' },
    take: page.size + 1,
  })
  return connection(rows, page, cursors, ({ id }) => uuidToBytes(id))
}
