import { makeZip } from 'client-zip'
import type { Services } from '#api/context.ts'
import { readablePage } from './export.html.ts'
import { dataJson } from './export.json.ts'
import { type ExportedAccount, fileOf, ownUploads } from './export.read.ts'

/** An account's data as a ZIP that is made as it is read: a page for people, JSON for programs, and the uploaded pictures. */
export function exportZip(
  { database, pictures }: Pick<Services, 'database' | 'pictures'>,
  account: ExportedAccount,
) {
  async function* files() {
    const lastModified = new Date()
    yield { name: 'index.html', lastModified, input: bytes(readablePage(database, account)) }
    yield { name: 'data.json', lastModified, input: bytes(dataJson(database, account)) }
    for await (const upload of ownUploads(database, account.id)) {
      const picture = await pictures.read(upload.hash)
      if (picture)
        yield { name: fileOf(upload) ?? '', lastModified: upload.createdAt, input: picture }
    }
  }
  return makeZip(files(), { buffersAreUTF8: true })
}

async function* bytes(texts: AsyncIterable<string>): AsyncGenerator<Uint8Array> {
  for await (const text of texts) yield Buffer.from(text)
}
