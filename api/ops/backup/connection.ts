import pg from 'pg'

const PATIENCE = 5_000
/** Long work is not cut off, and values are written the same way whatever the database is set to. */
const SESSION = `SET statement_timeout = 0; SET lock_timeout = 0; SET idle_in_transaction_session_timeout = 0;
  SET datestyle = 'ISO'; SET timezone = 'UTC'; SET extra_float_digits = 1`

/** Does something on a connection of its own, which ends with it: what was not committed is undone, and locks are released. */
export async function onConnection<Result>(
  url: string,
  work: (client: pg.Client) => Promise<Result>,
): Promise<Result> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: PATIENCE,
    application_name: 'good-vibes backup',
  })
  // A connection that breaks rejects the query; without a listener it would end the process as well.
  client.on('error', () => {})
  await client.connect()
  try {
    await client.query(SESSION)
    return await work(client)
  } finally {
    await client.end()
  }
}
