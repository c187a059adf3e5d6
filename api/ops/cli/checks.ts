import { randomUUID } from 'node:crypto'
import { mkdir, rm, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { databaseFolder, homeOf } from '#api/database/embedded/location.ts'
import { verifyMailServer } from '#api/features/auth/mail/mailer.ts'
import type { PictureStore } from '#api/features/media/picture-store.ts'
import { freeSpace } from '#api/lib/free-space.ts'
import { messageOf } from '#api/lib/operator-error.ts'
import { MIN_SECRET_LENGTH, readStoredSecret, secretFile } from '#api/lib/stored-secret.ts'
import { createPictures } from '#api/serve/services.ts'
import type { Settings } from '#api/settings/settings.ts'
import { formatBytes, pluralize } from './format.ts'

/** The message describes what works, or says what to do. */
export interface CheckResult {
  subject: string
  ok: boolean
  message: string
}

/** PostgreSQL stops when its disk is full, and migrations and backups need space. */
const MIN_FREE_BYTES = 1_000_000_000
const LOOPBACK = /^https?:\/\/(localhost|127\.|\[::1\])/

export function passed(subject: string, message: string): CheckResult {
  return { subject, ok: true, message }
}

export function failed(subject: string, message: string): CheckResult {
  return { subject, ok: false, message }
}

/** Warns about settings that are valid but unsafe. */
export function checkSettings({
  rateLimit,
  publicUrl,
  databaseUrls,
  demoUser,
  workers,
}: Settings): CheckResult[] {
  const subject = 'settings'
  const database = databaseUrls.length > 0 ? 'a database of your own' : 'the bundled database'
  const results = [
    passed(
      subject,
      `the public address is ${publicUrl}; ${database}; ` +
        `${pluralize(workers, 'process', 'processes')}.`,
    ),
  ]
  if (!rateLimit)
    results.push(
      failed(subject, 'RATE_LIMIT is off, so nothing slows down password guessing. Set it to on.'),
    )
  if (demoUser && !LOOPBACK.test(publicUrl))
    results.push(
      failed(
        subject,
        'DEMO_USER is on, so anyone can post as the demo user. Set it to off, unless this site is ' +
          'a demonstration.',
      ),
    )
  if (publicUrl.startsWith('http:') && !LOOPBACK.test(publicUrl))
    results.push(
      failed(
        subject,
        'PUBLIC_URL begins with http, so passwords are sent in plain text and passkeys ' +
          "don't work. Put a proxy with https in front.",
      ),
    )
  return results
}

/** Checks the secret in use, and that no other one is stored. */
export async function checkSecret({
  dataDir,
  authSecret,
}: Pick<Settings, 'dataDir' | 'authSecret'>): Promise<CheckResult[]> {
  const file = secretFile(dataDir)
  const subject = 'secret'
  const stored = readStoredSecret(dataDir)
  if (stored === null)
    return [passed(subject, 'AUTH_SECRET is set, so the data directory has none.')]
  if (stored.length < MIN_SECRET_LENGTH)
    return [
      failed(subject, `AUTH_SECRET is in use, and ${file} is empty or cut off. Delete the file.`),
    ]
  if (stored !== authSecret)
    return [
      failed(
        subject,
        `AUTH_SECRET is in use, and the other secret in ${file} is not. If authenticator apps and ` +
          'webhooks stopped working after a restore, set AUTH_SECRET to the value in the file. ' +
          'Otherwise delete the file.',
      ),
    ]
  const { mode } = await stat(file)
  if (process.platform !== 'win32' && mode & 0o077)
    return [
      failed(subject, `users other than its owner can read ${file}. Run "chmod 600 ${file}".`),
    ]
  return [passed(subject, `only its owner can read ${file}.`)]
}

/** Checks the disks of the data directory and of the bundled database, which may differ. */
export async function checkDisk({
  dataDir,
  databaseUrls,
}: Pick<Settings, 'dataDir' | 'databaseUrls'>): Promise<CheckResult[]> {
  const folders = new Set([
    dataDir,
    ...(databaseUrls.length === 0 ? [databaseFolder(dataDir)] : []),
  ])
  return Promise.all([...folders].map(checkFreeSpace))
}

/** Says where the bundled database is. */
export function checkDatabaseFolder({
  dataDir,
  databaseUrls,
}: Pick<Settings, 'dataDir' | 'databaseUrls'>): CheckResult[] {
  if (databaseUrls.length > 0) return []
  const home = homeOf(dataDir)
  const outlives =
    path.dirname(home) === dataDir ? '' : `, and stay there when ${dataDir} is removed`
  return [passed('database', `its files are in ${home}${outlives}.`)]
}

async function checkFreeSpace(folder: string): Promise<CheckResult> {
  const space = await freeSpace(folder)
  if (space === Number.POSITIVE_INFINITY)
    return passed('disk', `the free space on the disk of ${folder} is unknown.`)
  const free = `${formatBytes(space)} free on the disk of ${folder}`
  return space < MIN_FREE_BYTES
    ? failed('disk', `only ${free}. Free some space before writes fail.`)
    : passed('disk', `${free}.`)
}

/** Signs in to the mail server without sending anything. */
export async function checkMail({ smtpUrl, mailFrom }: Settings): Promise<CheckResult[]> {
  if (smtpUrl === undefined) return [passed('mail', 'SMTP_URL is not set, so no email is sent.')]
  try {
    await verifyMailServer(smtpUrl)
    return [
      passed('mail', `signing in to the mail server works; emails are sent from ${mailFrom}.`),
    ]
  } catch (error) {
    return [failed('mail', `signing in to the mail server of SMTP_URL fails: ${messageOf(error)}.`)]
  }
}

/** Writes to the picture storage like an upload does. */
export async function checkMedia(settings: Settings): Promise<CheckResult[]> {
  return settings.bucket ? checkBucket(createPictures(settings)) : checkFolder(settings.dataDir)
}

/** No picture has this hash. */
const PROBE_HASH = '0'.repeat(64)

async function checkBucket(pictures: PictureStore): Promise<CheckResult[]> {
  const text = Buffer.from('test')
  try {
    await pictures.write({ hash: PROBE_HASH, display: text, small: text, thumbnail: text })
    const content = await pictures.read(PROBE_HASH)
    await pictures.remove(PROBE_HASH)
    const { count } = await pictures.usage()
    if (!content || !text.equals(content))
      return [failed('pictures', `${pictures.location} returns other content than was written.`)]
    return [
      passed('pictures', `${pictures.location} is writable; ${pluralize(count, 'file')} in it.`),
    ]
  } catch (error) {
    const advice =
      'Check S3_ENDPOINT, S3_REGION and S3_BUCKET. ' +
      'The key needs permission to list, read, write and delete.'
    return [failed('pictures', `${messageOf(error)} ${advice}`)]
  }
}

async function checkFolder(dataDir: string): Promise<CheckResult[]> {
  const folder = path.join(dataDir, 'media')
  const probe = path.join(folder, `doctor.${randomUUID()}.part`)
  try {
    await mkdir(folder, { recursive: true })
    await writeFile(probe, 'test')
    return [passed('pictures', `${folder} is writable.`)]
  } catch (error) {
    return [
      failed(
        'pictures',
        `${folder} is not writable, so uploads fail: ${messageOf(error)}. ` +
          'Make it writable for the user who runs the server.',
      ),
    ]
  } finally {
    await rm(probe, { force: true }).catch(() => {})
  }
}
