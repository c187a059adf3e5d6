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

/** Adds a file to an archive. Resolves when there is room for the next. */
export type AddFile = (name: string, content: Buffer) => Promise<void>

export interface ArchivedFile {
  name: string
  /** Once the next file is asked for, it is gone. */
  content: AsyncIterable<Buffer>
}

/** Of what is saved most is small already, and the rest hardly gets smaller for the time that a higher level takes. */
const LEVEL = 1

/** What a backup is called until it is whole. */
export function unfinishedArchive(file: string): string {
  return `${file}.part`
}

/**
 * Writes an archive (tar within gzip) that nobody but its owner can read. It appears under its name when it is whole, in place of
 * what stood there; one that is broken off leaves nothing, and one that is killed leaves `FILE.part`, which the next replaces.
 * @returns its size in bytes
 * @throws OperatorError when it cannot be written there
 */
export async function writeArchive(
  file: string,
  fill: (add: AddFile) => Promise<void>,
  signal?: AbortSignal,
): Promise<number> {
  const unfinished = unfinishedArchive(file)
  try {
    await rm(unfinished, { force: true })
    await writeWhole(unfinished, fill, signal)
    await rename(unfinished, file)
    await fsyncFolder(path.dirname(file))
    return (await stat(file)).size
  } catch (error) {
    await rm(unfinished, { force: true }).catch(() => {})
    signal?.throwIfAborted()
    const code = codeOf(error)
    if (code === 'ENOSPC' || code === 'EDQUOT')
      throw new OperatorError(`There is not enough room on the disk for ${file}.`)
    if (code && /^E[A-Z]+$/.test(code))
      throw new OperatorError(`${file} cannot be written: ${messageOf(error)}.`)
    throw error
  }
}

async function writeWhole(
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
    createGzip({ level: LEVEL }),
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
 * The files of an archive, in order. Only when the last was given out is it certain that the archive is whole.
 * @throws OperatorError when it cannot be read, is broken or cut short
 */
export async function* readArchive(file: string): AsyncGenerator<ArchivedFile, void> {
  const source = createReadStream(file)
  try {
    await once(source, 'open')
  } catch (error) {
    throw new OperatorError(`${file} cannot be read: ${messageOf(error)}.`)
  }
  const gunzip = createGunzip()
  const extract = tar.extract()
  const broken = (error: unknown) =>
    new OperatorError(`${file} is no backup, or broken, or cut short: ${messageOf(error)}.`)
  for (const each of [source, gunzip])
    each.on('error', (error: Error) => extract.destroy(broken(error)))
  const entries = extract[Symbol.asyncIterator]()
  source.pipe(gunzip).pipe(extract)
  const next = async () => {
    try {
      return await entries.next()
    } catch (error) {
      throw error instanceof OperatorError ? error : broken(error)
    }
  }
  try {
    for (let entry = await next(); !entry.done; entry = await next()) {
      yield { name: entry.value.header.name, content: readWhole(entry.value, broken) }
      entry.value.resume()
    }
  } finally {
    source.destroy()
  }
}

async function* readWhole(
  content: AsyncIterable<unknown>,
  broken: (error: unknown) => OperatorError,
): AsyncGenerator<Buffer, void> {
  try {
    for await (const chunk of content) yield chunk as Buffer
  } catch (error) {
    throw error instanceof OperatorError ? error : broken(error)
  }
}
