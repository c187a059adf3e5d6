import { once } from 'node:events'
import { createReadStream, createWriteStream } from 'node:fs'
import { rename, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { promisify } from 'node:util'
import { createGunzip, createGzip } from 'node:zlib'
import tar from 'tar-stream'
import { fsyncFolder } from '#api/lib/files.ts'
import { codeOf, messageOf, OperatorError } from '#api/lib/operator-error.ts'

/** Adds a file to an archive. Resolves when the stream can take the next one. */
export type AddFile = (name: string, content: Buffer) => Promise<void>

export interface ArchivedFile {
  name: string
  /** Readable only until the next file is requested. */
  content: AsyncIterable<Buffer>
}

/** Most content is compressed already, so a higher level costs time and saves little. */
const COMPRESSION_LEVEL = 1

/** The name that an archive has while it is being written. */
export function partialArchive(file: string): string {
  return `${file}.part`
}

/**
 * Writes a tar.gz archive that only its owner can read, and replaces `file` once it is complete.
 * An aborted write leaves nothing; a killed one leaves `FILE.part`, which the next one replaces.
 * @returns its size in bytes
 * @throws OperatorError when the file cannot be written
 */
export async function writeArchive(
  file: string,
  fill: (add: AddFile) => Promise<void>,
  signal?: AbortSignal,
): Promise<number> {
  const partial = partialArchive(file)
  try {
    await rm(partial, { force: true })
    await writeTarGz(partial, fill, signal)
    await rename(partial, file)
    await fsyncFolder(path.dirname(file))
    return (await stat(file)).size
  } catch (error) {
    await rm(partial, { force: true }).catch(() => {})
    signal?.throwIfAborted()
    const code = codeOf(error)
    if (code === 'ENOSPC' || code === 'EDQUOT')
      throw new OperatorError(`There is not enough space on the disk for ${file}.`)
    if (code && /^E[A-Z]+$/.test(code))
      throw new OperatorError(`Can't write ${file}: ${messageOf(error)}.`)
    throw error
  }
}

async function writeTarGz(
  file: string,
  fill: (add: AddFile) => Promise<void>,
  signal?: AbortSignal,
) {
  const pack = tar.pack()
  const entry = promisify(
    (
      header: { name: string; mode: number },
      content: Buffer,
      done: (error?: Error | null) => void,
    ) => pack.entry(header, content, done),
  )
  const target = createWriteStream(file, { flags: 'wx', mode: 0o600, flush: true })
  const written = pipeline(
    Readable.from(pack),
    createGzip({ level: COMPRESSION_LEVEL }),
    target,
    signal ? { signal } : {},
  )
  const filled = fill((name, content) => entry({ name, mode: 0o600 }, content)).then(
    () => pack.finalize(),
    (error: Error) => void pack.destroy(error),
  )
  try {
    await written
  } finally {
    pack.destroy()
    await filled
  }
}

/**
 * The files of an archive, in order. The archive is complete only if the generator ends.
 * @throws OperatorError when the archive cannot be read, is corrupt or truncated
 */
export async function* readArchive(file: string): AsyncGenerator<ArchivedFile, void> {
  const source = createReadStream(file)
  try {
    await once(source, 'open')
  } catch (error) {
    throw new OperatorError(`Can't read ${file}: ${messageOf(error)}.`)
  }
  const gunzip = createGunzip()
  const extract = tar.extract()
  const corrupt = (error: unknown) =>
    new OperatorError(`${file} is not a backup, or is damaged or truncated: ${messageOf(error)}.`)
  for (const each of [source, gunzip])
    each.on('error', (error: Error) => extract.destroy(corrupt(error)))
  const entries = extract[Symbol.asyncIterator]()
  source.pipe(gunzip).pipe(extract)
  const next = async () => {
    try {
      return await entries.next()
    } catch (error) {
      throw error instanceof OperatorError ? error : corrupt(error)
    }
  }
  try {
    for (let entry = await next(); !entry.done; entry = await next()) {
      yield { name: entry.value.header.name, content: readContent(entry.value, corrupt) }
      entry.value.resume()
    }
  } finally {
    source.destroy()
  }
}

async function* readContent(
  content: AsyncIterable<unknown>,
  corrupt: (error: unknown) => OperatorError,
): AsyncGenerator<Buffer, void> {
  try {
    for await (const chunk of content) yield chunk as Buffer
  } catch (error) {
    throw error instanceof OperatorError ? error : corrupt(error)
  }
}
