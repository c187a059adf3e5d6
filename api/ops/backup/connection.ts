import pg from 'pg'

const CONNECT_TIMEOUT_MS = 5_000
/** No timeouts for long statements, and the same text format whatever the database's settings. */
const SESSION_SETTINGS = `SET statement_timeout = 0; SET lock_timeout = 0;
  SET idle_in_transaction_session_timeout = 0;
  SET datestyle = 'ISO'; SET timezone = 'UTC'; SET extra_float_digits = 1`

/** Closing the connection rolls back what is not committed and releases its locks. */
export async function withConnection<Result>(
  url: string,
  work: (client: pg.Client) => Promise<Result>,
): Promise<Result> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    application_name: 'good-vibes backup',
  })
  // A lost connection rejects the query; without a listener it would also end the process.
  client.on('error', () => {})
  await client.connect()
  try {
    await client.query(SESSION_SETTINGS)
    return await work(client)
  } finally {
    await client.end()
  }
}
