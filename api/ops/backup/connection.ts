import type pg from 'pg'
import { withLongConnection } from '#api/database/long-connection.ts'

/** The same text format whatever the database's settings. */
const TEXT_FORMAT = `SET datestyle = 'ISO'; SET timezone = 'UTC'; SET extra_float_digits = 1`

/** Closing the connection rolls back what is not committed and releases its locks. */
export function withConnection<Result>(
  url: string,
  work: (client: pg.Client) => Promise<Result>,
): Promise<Result> {
  return withLongConnection(url, 'good-vibes backup', async (client) => {
    await client.query(TEXT_FORMAT)
    return work(client)
  })
}
