import type pg from 'pg'
import { withClient } from '#api/lib/pg-client.ts'

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
export function withLongConnection<Result>(
  url: string,
  name: string,
  work: (client: pg.Client) => Promise<Result>,
): Promise<Result> {
  const config = {
    connectionString: url,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    application_name: name,
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
  }
  return withClient(config, async (client) => {
    await client.query(NO_TIMEOUTS)
    return work(client)
  })
}
