import { Command } from 'commander'
import { messageOf, OperatorError } from '#api/lib/operator-error.ts'
import { loadSettings, type Settings } from '#api/settings/settings.ts'
import { checkDatabase } from './check-database.ts'
import { checkReplicas } from './check-replicas.ts'
import {
  type CheckResult,
  checkDatabaseFolder,
  checkDisk,
  checkMail,
  checkMedia,
  checkSecret,
  checkSettings,
  failed,
} from './checks.ts'
import { pluralize } from './format.ts'
import { withDatabase } from './with-database.ts'

export function doctorCommand(): Command {
  return new Command('doctor')
    .description('check the installation, and say how to fix what fails')
    .action(runChecks)
}

async function runChecks() {
  let failures = 0
  for await (const { subject, ok, message } of checks()) {
    if (!ok) failures++
    console.log(`${ok ? 'OK  ' : 'FAIL'}  ${subject}: ${message}`)
  }
  if (failures > 0) throw new OperatorError(`${pluralize(failures, 'check')} failed.`)
}

async function* checks(): AsyncGenerator<CheckResult> {
  let settings: Settings
  try {
    settings = loadSettings()
  } catch (error) {
    return yield failedWith('settings', error)
  }
  yield* checkSettings(settings)
  yield* await attempt('secret', () => checkSecret(settings))
  yield* await attempt('disk', () => checkDisk(settings))
  yield* await attempt('pictures', () => checkMedia(settings))
  yield* await attempt('mail', () => checkMail(settings))
  yield* await attempt('database', () =>
    withDatabase(async (database) => [
      ...checkDatabaseFolder(settings),
      ...(await checkDatabase(database, settings)),
    ]),
  )
  if (settings.databaseReplicaUrls.length > 0)
    yield* await attempt('replica', () =>
      withDatabase((database) => checkReplicas(database, settings.databaseReplicaUrls)),
    )
  const { redisUrl } = settings
  if (redisUrl !== undefined)
    yield* await attempt('Redis', async () =>
      (await import('./check-redis.ts')).checkRedis(redisUrl),
    )
}

async function attempt(
  subject: string,
  check: () => CheckResult[] | Promise<CheckResult[]>,
): Promise<CheckResult[]> {
  try {
    return await check()
  } catch (error) {
    return [failedWith(subject, error)]
  }
}

function failedWith(subject: string, error: unknown): CheckResult {
  const message = messageOf(error)
  return failed(subject, /[.!?]$/.test(message) ? message : `${message}.`)
}
