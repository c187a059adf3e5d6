import { Command } from 'commander'
import { messageOf, OperatorError } from '#api/lib/operator-error.ts'
import { loadSettings, type Settings } from '#api/settings/settings.ts'
import { withDatabase } from './attach.ts'
import { checkDatabase } from './check-database.ts'
import { checkReplicas } from './check-replicas.ts'
import {
  checkDisk,
  checkMail,
  checkMedia,
  checkPlace,
  checkSecret,
  checkSettings,
  type Finding,
} from './checks.ts'

export function doctorCommand(): Command {
  return new Command('doctor')
    .description('look whether all is well, and say what to do where it is not')
    .action(examine)
}

async function examine() {
  let problems = 0
  for await (const { about, isWell, sentence } of findings()) {
    if (!isWell) problems++
    console.log(`${isWell ? 'well ' : 'WRONG'}  ${about}: ${sentence}`)
  }
  if (problems > 0)
    throw new OperatorError(
      problems === 1 ? 'One thing is wrong.' : `${problems} things are wrong.`,
    )
}

async function* findings(): AsyncGenerator<Finding> {
  let settings: Settings
  try {
    settings = loadSettings()
  } catch (error) {
    return yield problem('settings', error)
  }
  yield* checkSettings(settings)
  yield* await attempt('secret', () => checkSecret(settings.dataDir))
  yield* await attempt('disk', () => checkDisk(settings))
  yield* await attempt('pictures', () => checkMedia(settings))
  yield* await attempt('mail', () => checkMail(settings))
  yield* await attempt('database', () =>
    withDatabase(async (database) => [
      ...checkPlace(settings),
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
  about: string,
  check: () => Finding[] | Promise<Finding[]>,
): Promise<Finding[]> {
  try {
    return await check()
  } catch (error) {
    return [problem(about, error)]
  }
}

function problem(about: string, error: unknown): Finding {
  const message = messageOf(error)
  return { about, isWell: false, sentence: /[.!?]$/.test(message) ? message : `${message}.` }
}
