import { randomInt } from 'node:crypto'
import { Command, InvalidArgumentError } from 'commander'
import { seeded } from '#demo/art/random.ts'
import { command } from '../scripts/command.ts'
import { clockSet, openWorldWithClock } from './clock.ts'
import { diskFull, openWorldOnSmallDisk } from './disk-full.ts'
import {
  connectionCut,
  connectionSlow,
  databaseKilled,
  endedUnderLoad,
  serverKilled,
} from './faults.ts'
import { hostile } from './hostile/hostile.ts'
import { migrationKilled, seedKilled } from './interrupted.ts'
import { backupKilled, openSavedPlace, restoreKilled } from './interrupted-backup.ts'
import { anyCourse } from './model/round.ts'
import { overloaded } from './overload.ts'
import { primaryLost } from './promotion.ts'
import { anyInput } from './properties/round.ts'
import { openTwins, redisAway } from './twins.ts'
import { openWorld, openWorldBehindProxy, type World } from './world.ts'

/** Each does one round and says what is wrong after it; null where it cannot be tried. */
const faults = {
  'server-killed': (worlds) => inWorld(worlds, serverKilled),
  'database-killed': (worlds) => inWorld(worlds, databaseKilled),
  'ended-under-load': (worlds) => inWorld(worlds, endedUnderLoad),
  'connection-cut': (worlds) => behindProxy(worlds, connectionCut),
  'connection-slow': (worlds) => behindProxy(worlds, connectionSlow),
  'disk-full': onSmallDisk,
  'redis-away': onTwins,
  'clock-set': withClock,
  'primary-lost': (_worlds, seed) => primaryLost(seed),
  'migration-killed': (_worlds, seed) => migrationKilled(seeded(seed)),
  'seed-killed': (_worlds, seed) => seedKilled(seeded(seed)),
  'backup-killed': async (worlds, seed) => backupKilled(seeded(seed), await worlds.savedPlace),
  'restore-killed': async (worlds, seed) => restoreKilled(seeded(seed), await worlds.savedPlace),
  'any-input': (_worlds, seed) => anyInput(seed),
  'any-course': (_worlds, seed) => anyCourse(seed),
  overload: () => overloaded(),
  hostile: () => hostile(),
} satisfies Record<string, (worlds: Worlds, seed: number) => Promise<string[] | null>>

type FaultName = keyof typeof faults

/** Made when they are needed first. What is remembered in them is compared after each round. */
class Worlds {
  readonly #seed: number
  #own: ReturnType<typeof openWorld> | undefined
  #behindProxy: ReturnType<typeof openWorldBehindProxy> | undefined
  #savedPlace: ReturnType<typeof openSavedPlace> | undefined
  #withClock: ReturnType<typeof openWorldWithClock> | undefined
  #onSmallDisk: ReturnType<typeof openWorldOnSmallDisk> | undefined
  #twins: ReturnType<typeof openTwins> | undefined

  constructor(seed: number) {
    this.#seed = seed
  }

  get own() {
    this.#own ??= openWorld({ seed: this.#seed })
    return this.#own
  }

  get behindProxy() {
    this.#behindProxy ??= openWorldBehindProxy(this.#seed)
    return this.#behindProxy
  }

  get savedPlace() {
    this.#savedPlace ??= openSavedPlace()
    return this.#savedPlace
  }

  get withClock() {
    this.#withClock ??= openWorldWithClock(this.#seed)
    return this.#withClock
  }

  get onSmallDisk() {
    this.#onSmallDisk ??= openWorldOnSmallDisk(this.#seed)
    return this.#onSmallDisk
  }

  get twins() {
    this.#twins ??= openTwins(this.#seed)
    return this.#twins
  }

  /** @returns what their people remember, in a sentence each */
  async end(): Promise<string[]> {
    const worlds = [
      await this.#own,
      (await this.#behindProxy)?.world,
      (await this.#onSmallDisk)?.world,
      (await this.#withClock)?.world,
    ].filter((world) => world !== undefined)
    for (const world of worlds) await world.end()
    ;(await this.#savedPlace)?.end()
    const twins = await this.#twins
    await twins?.end()
    return [...worlds.map(({ history }) => history.summary), ...(twins ? [twins.summary] : [])]
  }
}

async function inWorld(worlds: Worlds, fault: (world: World) => Promise<void>): Promise<string[]> {
  const world = await worlds.own
  await fault(world)
  return world.check()
}

async function behindProxy(worlds: Worlds, fault: typeof connectionCut): Promise<string[]> {
  const { world, proxy } = await worlds.behindProxy
  await fault(world, proxy)
  return world.check()
}

async function onSmallDisk(worlds: Worlds): Promise<string[] | null> {
  const small = await worlds.onSmallDisk
  if (!small) return null
  await diskFull(small.world, small.disk)
  return small.world.check()
}

async function onTwins(worlds: Worlds): Promise<string[] | null> {
  const twins = await worlds.twins
  return twins && redisAway(twins)
}

async function withClock(worlds: Worlds): Promise<string[] | null> {
  const clocked = await worlds.withClock
  if (!clocked) return null
  await clockSet(clocked.world, clocked.clock)
  return clocked.world.check()
}

interface Options {
  seconds: number
  rounds?: number
  seed: number
  faults: FaultName[]
}

const names = Object.keys(faults) as FaultName[]

// What was started ends with this process; where Ctrl-C has reached it as well, that is one request.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130))

await new Command('npm run torture --')
  .description(
    'Kills, cuts and ends the product under load, again and again, and compares what it has acknowledged with what is there.',
  )
  .option(
    '--seconds <number>',
    'begin rounds for so long; 0 is one round of each fault',
    readWhole,
    600,
  )
  .option('--rounds <number>', 'so many of each fault, however long they take', readWhole)
  .option('--seed <number>', 'do the same as a run with this seed', readWhole, randomInt(1_000_000))
  .option(
    '--faults <names>',
    `these alone, with commas between them: ${names.join(', ')}`,
    readFaults,
    names,
  )
  .action((options: Options) => command(() => torture(options)))
  .parseAsync()

async function torture({ seconds, rounds: most, seed, faults: chosen }: Options): Promise<void> {
  const length = most === undefined ? `--seconds ${seconds}` : `--rounds ${most}`
  console.log(
    `The same again: npm run torture -- ${length} --seed ${seed} --faults ${chosen.join(',')}`,
  )
  const rounds = new Map(chosen.map((name) => [name, 0]))
  const worlds = new Worlds(seed)
  const began = Date.now()
  const goesOn = (round: number) =>
    most === undefined ? round === 0 || Date.now() - began < seconds * 1_000 : round < most
  try {
    for (let round = 0; goesOn(round); round++) {
      for (const name of chosen) {
        const problems = await faults[name](worlds, seed + round)
        if (!problems) {
          console.log(`${name}: skipped, because it cannot be tried here`)
          continue
        }
        if (problems.length > 0)
          throw new Error(`${name}, round ${round + 1}:\n  ${problems.join('\n  ')}`)
        rounds.set(name, round + 1)
        console.log(`${name}, round ${round + 1}: nothing lost`)
      }
    }
  } finally {
    const summaries = await worlds.end()
    console.log(
      [...[...rounds].map(([name, count]) => `${name}: ${count} rounds passed`), ...summaries].join(
        '\n',
      ),
    )
  }
}

function readWhole(given: string): number {
  const number = Number(given)
  if (Number.isInteger(number) && number >= 0) return number
  throw new InvalidArgumentError('It should be a whole number, 0 or more.')
}

function readFaults(given: string): FaultName[] {
  return given.split(',').map((name) => {
    if (Object.hasOwn(faults, name)) return name as FaultName
    throw new InvalidArgumentError(`There is no fault "${name}".`)
  })
}
