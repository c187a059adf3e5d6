import { randomUUID } from 'node:crypto'
import { mkdir, rm, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { databaseFolder, homeOf } from '#api/database/embedded/location.ts'
import { verifyMailServer } from '#api/features/auth/mail/mailer.ts'
import type { PictureStore } from '#api/features/media/picture-store.ts'
import { freeSpace } from '#api/lib/free-space.ts'
import { codeOf, messageOf } from '#api/lib/operator-error.ts'
import { secretFile } from '#api/lib/stored-secret.ts'
import { createPictures } from '#api/serve/services.ts'
import type { Settings } from '#api/settings/settings.ts'
import { bytes, counted } from './words.ts'

/** What was found out about something: what is well, or what to do. */
export interface Finding {
  about: string
  isWell: boolean
  sentence: string
}

/** PostgreSQL stops when its disk is full, and a migration or a backup needs some room. */
const ENOUGH = 1_000_000_000
const LOOPBACK = /^http:\/\/(localhost|127\.|\[::1\])/

export function well(about: string, sentence: string): Finding {
  return { about, isWell: true, sentence }
}

export function wrong(about: string, sentence: string): Finding {
  return { about, isWell: false, sentence }
}

/** Those that can be read and still are no good idea. */
export function checkSettings({
  rateLimit,
  publicUrl,
  databaseUrls,
  workers,
}: Settings): Finding[] {
  const about = 'settings'
  const database = databaseUrls.length > 0 ? 'a database of your own' : 'the bundled database'
  const found = [
    well(
      about,
      `people reach it at ${publicUrl}; ${database}; ${workers === 1 ? 'one process' : `${workers} processes`} to answer.`,
    ),
  ]
  if (!rateLimit)
    found.push(
      wrong(
        about,
        'RATE_LIMIT is off, so nothing slows down whoever guesses passwords. Set it to on.',
      ),
    )
  if (publicUrl.startsWith('http:') && !LOOPBACK.test(publicUrl))
    found.push(
      wrong(
        about,
        'PUBLIC_URL begins with http, so passwords can be read on their way, and passkeys do not work. Put a proxy with https in front.',
      ),
    )
  return found
}

export async function checkSecret(dataDir: string): Promise<Finding[]> {
  const file = secretFile(dataDir)
  const about = 'secret'
  try {
    const { mode } = await stat(file)
    if (process.platform !== 'win32' && mode & 0o077)
      return [wrong(about, `others than its owner can read ${file}. Run "chmod 600 ${file}".`)]
    return [well(about, `nobody but its owner reads ${file}.`)]
  } catch (error) {
    if (codeOf(error) === 'ENOENT')
      return [well(about, 'AUTH_SECRET is set, and none is kept in the data directory.')]
    throw error
  }
}

/** The disk of the data directory, and that of the bundled database, which may be elsewhere. */
export async function checkDisk({
  dataDir,
  databaseUrls,
}: Pick<Settings, 'dataDir' | 'databaseUrls'>): Promise<Finding[]> {
  const folders = new Set([
    dataDir,
    ...(databaseUrls.length === 0 ? [databaseFolder(dataDir)] : []),
  ])
  return Promise.all([...folders].map(checkRoom))
}

/** Where the bundled database is; nothing about another one. */
export function checkPlace({
  dataDir,
  databaseUrls,
}: Pick<Settings, 'dataDir' | 'databaseUrls'>): Finding[] {
  if (databaseUrls.length > 0) return []
  const home = homeOf(dataDir)
  const lasting =
    path.dirname(home) === dataDir ? '' : `, and stay there when ${dataDir} is removed`
  return [well('database', `its files are in ${home}${lasting}.`)]
}

async function checkRoom(folder: string): Promise<Finding> {
  const space = await freeSpace(folder)
  if (space === Number.POSITIVE_INFINITY)
    return well('disk', `what is free on the disk of ${folder} cannot be told.`)
  const free = `${bytes(space)} free on the disk of ${folder}`
  return space < ENOUGH
    ? wrong('disk', `only ${free}: make room, before writing fails.`)
    : well('disk', `${free}.`)
}

/** Signs in to the mail server and sends nothing. */
export async function checkMail({ smtpUrl, mailFrom }: Settings): Promise<Finding[]> {
  if (smtpUrl === undefined) return [well('mail', 'SMTP_URL is not set, so no mail is sent.')]
  try {
    await verifyMailServer(smtpUrl)
    return [well('mail', `the mail server lets the product in; mails are from ${mailFrom}.`)]
  } catch (error) {
    return [
      wrong(
        'mail',
        `the mail server of SMTP_URL does not let the product in: ${messageOf(error)}.`,
      ),
    ]
  }
}

/** Writes as an upload does. */
export async function checkMedia(settings: Settings): Promise<Finding[]> {
  return settings.bucket ? checkBucket(createPictures(settings)) : checkFolder(settings.dataDir)
}

/** No picture has this hash. */
const PROBE = '0'.repeat(64)

async function checkBucket(pictures: PictureStore): Promise<Finding[]> {
  const text = Buffer.from('All is well.')
  try {
    await pictures.write({ hash: PROBE, display: text, small: text })
    const found = await pictures.read(PROBE)
    await pictures.remove(PROBE)
    const { count } = await pictures.usage()
    if (!found || !text.equals(found))
      return [
        wrong('pictures', `${pictures.location} gives back something else than it was given.`),
      ]
    return [
      well(
        'pictures',
        `${pictures.location} can be written to; ${counted(count, 'file', 'files')} in it.`,
      ),
    ]
  } catch (error) {
    const what =
      'Check S3_ENDPOINT, S3_REGION, S3_BUCKET, and the key: it has to be allowed to list, read, write and delete.'
    return [wrong('pictures', `${messageOf(error)} ${what}`)]
  }
}

async function checkFolder(dataDir: string): Promise<Finding[]> {
  const folder = path.join(dataDir, 'media')
  const probe = path.join(folder, `doctor.${randomUUID()}.part`)
  try {
    await mkdir(folder, { recursive: true })
    await writeFile(probe, 'All is well.')
    return [well('pictures', `${folder} can be written to.`)]
  } catch (error) {
    return [
      wrong(
        'pictures',
        `${folder} cannot be written to, so uploads fail: ${messageOf(error)}. Give it to the user who runs the server.`,
      ),
    ]
  } finally {
    await rm(probe, { force: true }).catch(() => {})
  }
}
