import pg from 'pg'

const CONNECT_TIMEOUT_MS = 5_000
/** Routers and firewalls forget connections that are silent for some minutes. */
const KEEP_ALIVE_MS = 60_000
/** The role or the database may have limits. PostgreSQL before 17 has no `transaction_timeout`. */
const NO_TIMEOUTS = `SET statement_timeout = 0; SET lock_timeout = 0;
  SET idle_in_transaction_session_timeout = 0;
  SELECT set_config('transaction_timeout', '0', false)
  WHERE current_setting('transaction_timeout', true) IS NOT NULL`

/**
 * Opens a connection for statements that may take hours.
 * Closing it rolls back what is not committed and releases its locks.
 * @param name the application name that the database shows
 */
export async function withLongConnection<Result>(
  url: string,
  name: string,
  work: (client: pg.Client) => Promise<Result>,
): Promise<Result> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    application_name: name,
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
  })
  // A lost connection rejects the query; without a listener it would also end the process.
  client.on('error', () => {})
  await client.connect()
  try {
    await client.query(NO_TIMEOUTS)
    return await work(client)
  } finally {
    await client.end()
  }
}
