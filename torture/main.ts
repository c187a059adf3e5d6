import { randomInt } from 'node:crypto'
import { Argument, Command, InvalidArgumentError, Option } from 'commander'
import { seeded } from '#demo/random.ts'
import { command } from '../scripts/command.ts'
import { changeClock, startHarnessWithClock } from './clock.ts'
import { type ClusterFault, clusterFaultNames } from './cluster/faults.ts'
import { clusterTable, startClusterRun } from './cluster/round.ts'
import { fillDisk, startHarnessOnSmallDisk } from './disk-full.ts'
import {
  cutConnection,
  cutReaders,
  killDatabase,
  killServer,
  slowConnection,
  terminateServer,
} from './faults.ts'
import { type Harness, startHarness, startHarnessBehindProxy } from './harness.ts'
import { attackNames, runAttacks } from './hostile/hostile.ts'
import { killMigration, killSeed } from './interrupted.ts'
import { createBackupFixture, killBackup, killRestore } from './interrupted-backup.ts'
import type { LiveReader } from './live-reader.ts'
import { runRandomOperations } from './model/round.ts'
import { overload } from './overload.ts'
import { partitionUnderLoad } from './partitions.ts'
import { losePrimary } from './promotion.ts'
import { sendArbitraryInput } from './properties/round.ts'
import { disruptRedis, startServerPair } from './redis-unavailable.ts'
import { upgradeUnderLoad } from './upgrade.ts'
import { actInBulk } from './visibility/bulk/round.ts'
import { actAndRead } from './visibility/round.ts'
import { killWebhookWorkers } from './webhooks.ts'

/** Each runs one round and returns its problems, or null where the fault cannot be injected. */
const faults = {
  'server-killed': (harnesses) => onEmbedded(harnesses, killServer),
  'database-killed': (harnesses) => onEmbedded(harnesses, killDatabase),
  'server-terminated': (harnesses) => onEmbedded(harnesses, terminateServer),
  'readers-cut': (harnesses) => onEmbedded(harnesses, cutReaders),
  'connection-cut': (harnesses) => behindProxy(harnesses, cutConnection),
  'connection-slow': (harnesses) => behindProxy(harnesses, slowConnection),
  'disk-full': onSmallDisk,
  'redis-unavailable': onServerPair,
  'clock-changed': withClock,
  'primary-lost': (_harnesses, seed) => losePrimary(seed),
  'migration-killed': (_harnesses, seed) => killMigration(seeded(seed)),
  'seed-killed': (_harnesses, seed) => killSeed(seeded(seed)),
  'backup-killed': async (harnesses, seed) =>
    killBackup(seeded(seed), await harnesses.backup.get()),
  'restore-killed': async (harnesses, seed) =>
    killRestore(seeded(seed), await harnesses.backup.get()),
  'arbitrary-input': (_harnesses, seed) => sendArbitraryInput(seed),
  'random-operations': (_harnesses, seed) => runRandomOperations(seed),
  visibility: (_harnesses, seed, { acts }) => actAndRead(seed, acts),
  'webhooks-killed': (_harnesses, seed, { kills }) => killWorkers(seed, kills),
  'visibility-in-bulk': (_harnesses, seed, { bulkActs }) => actInBulk(seed, bulkActs),
  cluster: onCluster,
  upgrade: (_harnesses, _seed, { rows }) => upgradeUnderLoad(rows),
  partitions: (_harnesses, seed, { rows }) => partitionUnderLoad(rows, seed),
  overload: () => overload(),
  hostile: (_harnesses, _seed, { attack }) => runAttacks(attack),
} satisfies Record<
  string,
  (harnesses: Harnesses, seed: number, options: Options) => Promise<string[] | null>
>

type FaultName = keyof typeof faults

/** Starts something on first use. */
function lazy<Started>(start: () => Promise<Started>) {
  let started: Promise<Started> | undefined
  return {
    get() {
      started ??= start()
      return started
    },
    /** @returns undefined when nothing was started */
    started: async () => started,
  }
}

/** The history of each harness is checked after each round. */
const createHarnesses = (seed: number) => ({
  embedded: lazy(() => startHarness({ seed })),
  behindProxy: lazy(() => startHarnessBehindProxy(seed)),
  backup: lazy(createBackupFixture),
  withClock: lazy(() => startHarnessWithClock(seed)),
  onSmallDisk: lazy(() => startHarnessOnSmallDisk(seed)),
  serverPair: lazy(() => startServerPair(seed)),
  cluster: lazy(() => startClusterRun(seed)),
})
type Harnesses = ReturnType<typeof createHarnesses>

/** @returns a summary of each history */
async function stopAll(all: Harnesses): Promise<string[]> {
  const harnesses = [
    await all.embedded.started(),
    (await all.behindProxy.started())?.harness,
    (await all.onSmallDisk.started())?.harness,
    (await all.withClock.started())?.harness,
  ].filter((harness) => harness !== undefined)
  for (const harness of harnesses) await harness.stop()
  ;(await all.backup.started())?.remove()
  const serverPair = await all.serverPair.started()
  await serverPair?.stop()
  const cluster = await all.cluster.started()
  await cluster?.stop()
  return [
    ...harnesses.map(({ history, readers }) => `${history.summary}; ${summaryOf(readers)}`),
    ...(serverPair ? [serverPair.summary] : []),
    ...(cluster ? [clusterTable(cluster.rounds)] : []),
  ]
}

function summaryOf(readers: readonly LiveReader[]): string {
  const events = readers.reduce((sum, reader) => sum + reader.events, 0)
  const reconnections = readers.reduce((sum, reader) => sum + reader.reconnections, 0)
  return `live readers got ${events} events and reconnected ${reconnections} times`
}

async function onEmbedded(
  harnesses: Harnesses,
  fault: (harness: Harness) => Promise<void>,
): Promise<string[]> {
  const harness = await harnesses.embedded.get()
  await fault(harness)
  return harness.check()
}

async function behindProxy(harnesses: Harnesses, fault: typeof cutConnection): Promise<string[]> {
  const { harness, proxy } = await harnesses.behindProxy.get()
  await fault(harness, proxy).finally(() => proxy.forward())
  return harness.check()
}

async function onSmallDisk(harnesses: Harnesses): Promise<string[] | null> {
  const small = await harnesses.onSmallDisk.get()
  if (!small) return null
  await fillDisk(small.harness, small.disk)
  return small.harness.check()
}

/** Each round injects every chosen fault once. */
async function onCluster(
  harnesses: Harnesses,
  _seed: number,
  { fault: chosen }: Options,
): Promise<string[] | null> {
  const cluster = await harnesses.cluster.get()
  if (!cluster) return null
  const problems: string[] = []
  for (const fault of chosen ?? clusterFaultNames)
    problems.push(...(await cluster.inject(fault)).map((problem) => `${fault}: ${problem}`))
  return problems
}

async function onServerPair(harnesses: Harnesses): Promise<string[] | null> {
  const serverPair = await harnesses.serverPair.get()
  return serverPair && disruptRedis(serverPair)
}

async function withClock(harnesses: Harnesses): Promise<string[] | null> {
  const withFakeClock = await harnesses.withClock.get()
  if (!withFakeClock) return null
  await changeClock(withFakeClock.harness, withFakeClock.clock)
  return withFakeClock.harness.check()
}

async function killWorkers(seed: number, kills: number): Promise<string[]> {
  const { problems, messages, repeated } = await killWebhookWorkers(seed, kills)
  console.log(`${kills} kills: ${messages} messages, of which ${repeated} arrived again`)
  return problems
}

interface Options {
  seconds: number
  rounds?: number
  seed: number
  acts: number
  kills: number
  bulkActs: number
  rows: number
  attack?: string[]
  fault?: ClusterFault[]
}

const names = Object.keys(faults) as FaultName[]

// Exiting runs the cleanup of the child processes.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130))

await new Command('npm run torture --')
  .description('Injects faults under load and compares the acknowledged changes with the database.')
  .option(
    '--seconds <number>',
    'start rounds for this time; 0 runs one round of each fault',
    parseWhole,
    600,
  )
  .option('--rounds <number>', 'number of rounds of each fault, instead of --seconds', parseWhole)
  .option('--seed <number>', 'repeat the run with this seed', parseWhole, randomInt(1_000_000))
  .option('--acts <number>', 'acts in each round of "visibility"', parseWhole, 5_000)
  .option('--kills <number>', 'kills in each round of "webhooks-killed"', parseWhole, 20)
  .option(
    '--bulk-acts <number>',
    'acts in each round of "visibility-in-bulk"',
    parseWhole,
    1_000_000,
  )
  .option('--rows <number>', 'posts and likes for "upgrade" and "partitions"', parseWhole, 100_000)
  .addOption(new Option('--attack <names...>', 'only these of "hostile"').choices(attackNames))
  .addOption(
    new Option('--fault <names...>', 'only these faults of "cluster"').choices(clusterFaultNames),
  )
  .addArgument(new Argument('[faults...]', 'only these').choices(names))
  .action((faults: FaultName[], options: Options) =>
    command(() => torture(faults.length > 0 ? faults : names, options)),
  )
  .parseAsync()

async function torture(selected: readonly FaultName[], options: Options): Promise<void> {
  const { seconds, rounds: maxRounds, seed, acts, bulkActs, kills } = options
  const length = maxRounds === undefined ? `--seconds ${seconds}` : `--rounds ${maxRounds}`
  const amounts = `--acts ${acts} --bulk-acts ${bulkActs} --kills ${kills}`
  const settings = `${length} --seed ${seed} ${amounts}`
  console.log(`To repeat this run: npm run torture -- ${selected.join(' ')} ${settings}`)
  const rounds = new Map(selected.map((name) => [name, 0]))
  const harnesses = createHarnesses(seed)
  const startedAt = Date.now()
  const isDue = (round: number) =>
    maxRounds === undefined
      ? round === 0 || Date.now() - startedAt < seconds * 1_000
      : round < maxRounds
  try {
    for (let round = 0; isDue(round); round++) {
      for (const name of selected) {
        const problems = await faults[name](harnesses, seed + round, options)
        if (!problems) {
          console.log(`${name}: skipped, because this machine cannot run it`)
          continue
        }
        if (problems.length > 0)
          throw new Error(`${name}, round ${round + 1}:\n  ${problems.join('\n  ')}`)
        rounds.set(name, round + 1)
        console.log(`${name}, round ${round + 1}: passed`)
      }
    }
  } finally {
    const summaries = await stopAll(harnesses)
    console.log(
      [...[...rounds].map(([name, count]) => `${name}: ${count} rounds passed`), ...summaries].join(
        '\n',
      ),
    )
  }
}

function parseWhole(value: string): number {
  const number = Number(value)
  if (Number.isInteger(number) && number >= 0) return number
  throw new InvalidArgumentError('Enter a whole number, 0 or more.')
}
