import { existsSync } from 'node:fs'
import path from 'node:path'
import { Command } from 'commander'
import { lockDataDir } from '#api/database/lock.ts'
import { openDatabase } from '#api/database/open.ts'
import { OperatorError } from '#api/lib/operator-error.ts'
import { createPictures } from '#api/serve/services.ts'
import { loadSettings } from '#api/settings/settings.ts'
import { unfinishedArchive } from '../backup/archive.ts'
import { forgetRestore, noteRestore, tellOfBrokenRestore } from '../backup/broken-off.ts'
import { restoreBackup } from '../backup/restore.ts'
import { type BackupReport, writeBackup } from '../backup/write.ts'
import { withDatabase } from './attach.ts'
import { bytes, counted } from './words.ts'

export function backupCommands(): Command[] {
  const saving = new Command('backup')
    .description(
      'save the database, the pictures and the secret in one file, while the server runs or not',
    )
    .argument(
      '<file>',
      'such as backup.tar.gz; one that stands there is replaced once the new one is whole',
    )
    .action(save)
  const restoring = new Command('restore')
    .description('put a backup into an empty place, all of it or nothing')
    .argument('<file>')
    .action(restore)
  return [saving, restoring]
}

async function save(given: string) {
  const file = path.resolve(given)
  if (existsSync(unfinishedArchive(file)))
    console.error(`A backup to ${file} was broken off before; this one takes its place.`)
  const report = await breakable('Broken off: there is no new backup.', (signal) =>
    withDatabase(({ directUrl }, settings) =>
      writeBackup(
        file,
        { directUrl, dataDir: settings.dataDir, pictures: createPictures(settings) },
        { signal },
      ),
    ),
  )
  console.log(
    `Saved ${contentsOf(report)} in ${file} (${bytes(report.bytes)}). It holds secrets: keep it where nobody else reads it.`,
  )
  if (report.missing > 0)
    console.log(
      `${counted(report.missing, 'picture has', 'pictures have')} no file where pictures are kept.`,
    )
}

async function restore(given: string) {
  const file = path.resolve(given)
  const report = await breakable('Broken off: nothing was restored.', restoring(file))
  const { madeAt, secret, foreign, missing, migrated } = report
  console.log(`Restored ${contentsOf(report)}, as they were on ${madeAt.toISOString()}.`)
  if (migrated.length > 0) console.log(`Applied ${migrated.join(', ')}.`)
  if (missing > 0)
    console.log(
      `${counted(missing, 'picture has', 'pictures have')} no file: put them where pictures are kept.`,
    )
  if (foreign.length > 0) console.log(`Left out what is none of Good Vibes: ${foreign.join(', ')}.`)
  console.log('A backup has no sessions: every account has to sign in again.')
  if (!secret)
    console.log(
      'There was no secret in it, because AUTH_SECRET was set: set the same one, or authenticator apps stop working.',
    )
}

/** A server that lives is in the way. */
const restoring = (file: string) => async (signal: AbortSignal) => {
  const settings = loadSettings()
  const lock = lockDataDir(settings.dataDir)
  try {
    const database = await openDatabase(settings, console.error)
    try {
      const before = await tellOfBrokenRestore(database.directUrl, settings.dataDir)
      if (before) console.error(before)
      noteRestore(settings.dataDir, file)
      return await restoreBackup(
        file,
        {
          directUrl: database.directUrl,
          dataDir: settings.dataDir,
          pictures: createPictures(settings),
        },
        signal,
      )
    } finally {
      forgetRestore(settings.dataDir)
      await database.close()
    }
  } finally {
    lock.release()
  }
}

/** Does something that Ctrl-C breaks off in order: what it has begun is taken back. */
async function breakable<Result>(
  sentence: string,
  work: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const asked = new AbortController()
  const ask = () => asked.abort(new OperatorError(sentence))
  process.once('SIGINT', ask).once('SIGTERM', ask)
  try {
    return await work(asked.signal)
  } finally {
    process.off('SIGINT', ask).off('SIGTERM', ask)
  }
}

function contentsOf({
  posts,
  users,
  ...rest
}: Pick<BackupReport, 'posts' | 'users'> & { pictures?: number }): string {
  const pictures =
    rest.pictures === undefined ? '' : `, ${counted(rest.pictures, 'picture', 'pictures')}`
  return `${counted(posts, 'post', 'posts')}, ${counted(users, 'account', 'accounts')}${pictures}`
}
