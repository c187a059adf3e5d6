import { existsSync } from 'node:fs'
import path from 'node:path'
import { Command } from 'commander'
import { lockDataDir } from '#api/database/lock.ts'
import { OperatorError } from '#api/lib/operator-error.ts'
import { readStoredSecret, secretFile } from '#api/lib/stored-secret.ts'
import { createPictures } from '#api/serve/services.ts'
import { loadSettings } from '#api/settings/settings.ts'
import { partialArchive } from '../backup/archive.ts'
import {
  clearRestoreMarker,
  markRestoreStarted,
  reportInterruptedRestore,
} from '../backup/interrupted-restore.ts'
import { restoreBackup } from '../backup/restore.ts'
import { type BackupReport, writeBackup } from '../backup/write.ts'
import { formatBytes, pluralize } from './format.ts'
import { withDatabase, withLockedDatabase } from './with-database.ts'

export function backupCommands(): Command[] {
  const backup = new Command('backup')
    .description(
      'save the database, the pictures and the secret in one file; the server may be running',
    )
    .argument(
      '<file>',
      'such as backup.tar.gz; an existing file is replaced once the new one is complete',
    )
    .action(runBackup)
  const restore = new Command('restore')
    .description('restore a backup into an empty database and data directory, all or nothing')
    .argument('<file>')
    .action(runRestore)
  return [backup, restore]
}

async function runBackup(argument: string) {
  const file = path.resolve(argument)
  if (existsSync(partialArchive(file)))
    console.error(`An earlier backup to ${file} was interrupted; this one replaces it.`)
  const report = await untilInterrupted('Interrupted: no backup was written.', (signal) =>
    withDatabase(({ directUrl }, settings) =>
      writeBackup(
        file,
        {
          directUrl,
          dataDir: settings.dataDir,
          authSecret: settings.authSecret,
          pictures: createPictures(settings),
        },
        { signal },
      ),
    ),
  )
  console.log(
    `Saved ${contentsOf(report)} in ${file} (${formatBytes(report.bytes)}). ` +
      'It contains secrets, so keep it private.',
  )
  if (report.missing > 0)
    console.log(
      `${pluralize(report.missing, 'picture has', 'pictures have')} no file in the media storage.`,
    )
}

async function runRestore(argument: string) {
  const file = path.resolve(argument)
  const report = await untilInterrupted('Interrupted: nothing was restored.', restoreFrom(file))
  const { madeAt, secret, foreign, missing, migrated } = report
  console.log(`Restored ${contentsOf(report)} from the backup of ${madeAt.toISOString()}.`)
  if (migrated.length > 0) console.log(`Applied ${migrated.join(', ')}.`)
  if (missing > 0)
    console.log(
      `${pluralize(missing, 'picture has', 'pictures have')} no file. ` +
        'Copy the files to the media storage.',
    )
  if (foreign.length > 0)
    console.log(`Skipped tables that aren't part of Good Vibes: ${foreign.join(', ')}.`)
  console.log('Backups contain no sessions, so everyone has to sign in again.')
  if (!secret)
    console.log(
      'The backup has no secret, because AUTH_SECRET was set. ' +
        'Set the same AUTH_SECRET, or authenticator apps and webhooks stop working.',
    )
  else warnAboutOtherSecret()
  if (report.failure) throw report.failure
}

/** Without AUTH_SECRET, the settings have the secret that was just restored. */
function warnAboutOtherSecret() {
  const { authSecret, dataDir } = loadSettings({ onWarning: () => {} })
  if (readStoredSecret(dataDir) === authSecret) return
  console.log(
    "AUTH_SECRET isn't the secret of the backup, so authenticator apps, webhooks and links in " +
      'sent emails stop working. Before you start the server, set AUTH_SECRET to the value in ' +
      `the file ${secretFile(dataDir)}.`,
  )
}

/** The lock prevents a restore while the server runs. */
const restoreFrom = (file: string) => async (signal: AbortSignal) => {
  const settings = loadSettings()
  const { dataDir } = settings
  return withLockedDatabase(lockDataDir(dataDir), settings, async ({ directUrl }) => {
    try {
      const interrupted = await reportInterruptedRestore(directUrl, dataDir)
      if (interrupted) console.error(interrupted)
      markRestoreStarted(dataDir, file)
      const pictures = createPictures(settings)
      return await restoreBackup(file, { directUrl, dataDir, pictures }, signal)
    } finally {
      clearRestoreMarker(dataDir)
    }
  })
}

/** SIGINT and SIGTERM abort the work, which then cleans up and rejects with the message. */
async function untilInterrupted<Result>(
  message: string,
  work: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const controller = new AbortController()
  const abort = () => controller.abort(new OperatorError(message))
  process.once('SIGINT', abort).once('SIGTERM', abort)
  try {
    return await work(controller.signal)
  } finally {
    process.off('SIGINT', abort).off('SIGTERM', abort)
  }
}

function contentsOf({
  posts,
  users,
  ...rest
}: Pick<BackupReport, 'posts' | 'users'> & { pictures?: number }): string {
  const pictures = rest.pictures === undefined ? '' : `, ${pluralize(rest.pictures, 'picture')}`
  return `${pluralize(posts, 'post')}, ${pluralize(users, 'account')}${pictures}`
}
