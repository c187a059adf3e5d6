import { type EmbeddedDatabase, startEmbedded } from '#api/database/embedded/embedded.ts'
import { postmasterOf } from '../scripts/process/commands.ts'

/** A database that no product looks after. It ends with this process, in whatever way that is asked to end. */
export async function startOutsideDatabase(
  dataDir: string,
): Promise<Pick<EmbeddedDatabase, 'url' | 'stop'>> {
  const { url, stop } = await startEmbedded(dataDir)
  const endIt = () => void process.kill(postmasterOf(dataDir), 'SIGINT')
  process.once('exit', endIt)
  return {
    url,
    stop() {
      process.off('exit', endIt)
      return stop()
    },
  }
}
