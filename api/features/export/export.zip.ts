import { makeZip } from 'client-zip'
import type { Services } from '#api/context.ts'
import { htmlPage } from './export.html.ts'
import { dataJson } from './export.json.ts'
import { type ExportedAccount, pathInZip, readUploads } from './export.read.ts'

/** Streams an account's data as a ZIP file: an HTML page, JSON and the uploaded pictures. */
export function createExportZip(
  { database, pictures }: Pick<Services, 'database' | 'pictures'>,
  account: ExportedAccount,
) {
  async function* files() {
    const lastModified = new Date()
    yield { name: 'index.html', lastModified, input: bytes(htmlPage(database, account)) }
    yield { name: 'data.json', lastModified, input: bytes(dataJson(database, account)) }
    for await (const upload of readUploads(database, account.id)) {
      const picture = await pictures.read(upload.hash)
      if (picture)
        yield { name: pathInZip(upload) ?? '', lastModified: upload.createdAt, input: picture }
    }
  }
  return makeZip(files(), { buffersAreUTF8: true })
}

async function* bytes(texts: AsyncIterable<string>): AsyncGenerator<Uint8Array> {
  for await (const text of texts) yield Buffer.from(text)
}
