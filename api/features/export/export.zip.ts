import { makeZip } from 'client-zip'
import type { Services } from '#api/context.ts'
import { messageOf } from '#api/lib/operator-error.ts'
import { BucketUnavailableError } from '../media/bucket-client.ts'
import { htmlPage } from './export.html.ts'
import { dataJson } from './export.json.ts'
import { type ExportedAccount, pathInZip, readUploads } from './export.read.ts'

/**
 * Streams an account's data as a ZIP file: an HTML page, JSON and the uploaded pictures. While the
 * bucket is unavailable, the file lists pictures instead.
 */
export function createExportZip(
  { database, pictures, log }: Pick<Services, 'database' | 'pictures' | 'log'>,
  account: ExportedAccount,
) {
  async function* files() {
    const lastModified = new Date()
    yield { name: 'index.html', lastModified, input: bytes(htmlPage(database, account)) }
    yield { name: 'data.json', lastModified, input: bytes(dataJson(database, account)) }
    const missing: string[] = []
    for await (const upload of readUploads(database, account.id)) {
      const name = pathInZip(upload) ?? ''
      const picture = await pictures.read(upload.hash).catch((error: unknown) => {
        if (!(error instanceof BucketUnavailableError)) throw error
        if (missing.push(name) === 1)
          log.warn({ reason: messageOf(error) }, 'An export lacks photos')
        return null
      })
      if (picture) yield { name, lastModified: upload.createdAt, input: picture }
    }
    if (missing.length > 0)
      yield { name: 'missing-photos.txt', lastModified, input: missingPhotos(missing) }
  }
  return makeZip(files(), { buffersAreUTF8: true })
}

function missingPhotos(names: readonly string[]): string {
  const reason =
    'These photos are missing, because they were unavailable when this file was made. ' +
    'Please export your data again later.'
  return [reason, '', ...names, ''].join('\n')
}

async function* bytes(texts: AsyncIterable<string>): AsyncGenerator<Uint8Array> {
  for await (const text of texts) yield Buffer.from(text)
}
