import { type EmbeddedDatabase, startEmbedded } from '#api/database/embedded/embedded.ts'
import { postmasterOf } from '../scripts/process/commands.ts'

/**
 * Starts a database that no product manages. It stops when this process exits.
 * @param settings such as `synchronous_commit=off`
 */
export async function startExternalDatabase(
  dataDir: string,
  settings: string[] = [],
): Promise<Pick<EmbeddedDatabase, 'url' | 'stop'>> {
  const { url, stop } = await startEmbedded(dataDir, { settings })
  const terminate = () => void process.kill(postmasterOf(dataDir), 'SIGINT')
  process.once('exit', terminate)
  return {
    url,
    stop() {
      process.off('exit', terminate)
      return stop()
    },
  }
}
