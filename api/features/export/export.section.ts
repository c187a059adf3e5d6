import type { HandWrittenSection } from '#api/database/account-data.ts'
import type { Database } from '#api/database/client.ts'
import type { ExportedAccount } from './export.read.ts'

/** Streams one section's JSON. */
export type Section = (database: Database, account: ExportedAccount) => AsyncGenerator<string>
export type Sections = Partial<Record<HandWrittenSection, Section>>

/** Streams a section that is a list. */
export async function* list<Row>(
  rows: AsyncIterable<Row> | Iterable<Row>,
  toJson: (row: Row) => object,
): AsyncGenerator<string> {
  let separator = '[\n'
  for await (const row of rows) {
    yield separator + JSON.stringify(toJson(row))
    separator = ',\n'
  }
  yield separator === '[\n' ? '[]' : '\n]'
}
