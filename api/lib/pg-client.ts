import pg from 'pg'

/** Opens a connection, which it closes after the work. */
export async function withClient<Result>(
  config: pg.ClientConfig,
  work: (client: pg.Client) => Promise<Result>,
): Promise<Result> {
  const client = new pg.Client(config)
  // A lost connection rejects the query; without a listener it would also end the process.
  client.on('error', () => {})
  try {
    await client.connect()
    return await work(client)
  } finally {
    await client.end()
  }
}
