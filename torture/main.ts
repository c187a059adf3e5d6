import { randomInt } from 'node:crypto'
import { Command, InvalidArgumentError } from 'commander'
import { seeded } from '#api/database/demo/random.ts'
import { command } from '../scripts/command.ts'
import { connectionCut, connectionSlow, databaseKilled, endedUnderLoad, serverKilled } from './faults.ts'
import { migrationKilled, seedKilled } from './interrupted.ts'
import { anyCourse } from './model/round.ts'
import { anyInput } from './properties/round.ts'
import { openWorld, openWorldBehindProxy, type World } from './world.ts'

/** Each does one round and says what is wrong after it. */
const faults = {
  'server-killed': (worlds) => inWorld(worlds, serverKilled),
  'database-killed': (worlds) => inWorld(worlds, databaseKilled),
  'ended-under-load': (worlds) => inWorld(worlds, endedUnderLoad),
  'connection-cut': (worlds) => behindProxy(worlds, connectionCut),
  'connection-slow': (worlds) => behindProxy(worlds, connectionSlow),
  'migration-killed': (_worlds, seed) => migrationKilled(seeded(seed)),
  'seed-killed': (_worlds, seed) => seedKilled(seeded(seed)),
  'any-input': (_worlds, seed) => anyInput(seed),
  'any-course': (_worlds, seed) => anyCourse(seed),
} satisfies Record<string, (worlds: Worlds, seed: number) => Promise<string[]>>

type FaultName = keyof typeof faults

/** Made when they are needed first. What is remembered in them is compared after each round. */
class Worlds {
  readonly #seed: number
  #own: ReturnType<typeof openWorld> | undefined
  #behindProxy: ReturnType<typeof openWorldBehindProxy> | undefined

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

  /** @returns what their people remember, in a sentence each */
  async end(): Promise<string[]> {
    const worlds = [await this.#own, (await this.#behindProxy)?.world].filter((world) => world !== undefined)
    for (const world of worlds) await world.end()
    return worlds.map(({ history }) => history.summary)
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

interface Options {
  seconds: number
  seed: number
  faults: FaultName[]
}

const names = Object.keys(faults) as FaultName[]

await new Command('npm run torture --')
  .description('Kills, cuts and ends the product under load, again and again, and compares what it has acknowledged with what is there.')
  .option('--seconds <number>', 'begin rounds for so long; 0 is one round of each fault', readWhole, 600)
  .option('--seed <number>', 'do the same as a run with this seed', readWhole, randomInt(1_000_000))
  .option('--faults <names>', `these alone, with commas between them: ${names.join(', ')}`, readFaults, names)
  .action((options: Options) => command(() => torture(options)))
  .parseAsync()

async function torture({ seconds, seed, faults: chosen }: Options): Promise<void> {
  console.log(`The same again: npm run torture -- --seconds ${seconds} --seed ${seed} --faults ${chosen.join(',')}`)
  const rounds = new Map(chosen.map((name) => [name, 0]))
  const worlds = new Worlds(seed)
  const began = Date.now()
  try {
    for (let round = 0; round === 0 || Date.now() - began < seconds * 1_000; round++) {
      for (const name of chosen) {
        const problems = await faults[name](worlds, seed + round)
        if (problems.length > 0) throw new Error(`${name}, round ${round + 1}:\n  ${problems.join('\n  ')}`)
        rounds.set(name, round + 1)
        console.log(`${name}, round ${round + 1}: nothing lost`)
      }
    }
  } finally {
    const summaries = await worlds.end()
    console.log([...[...rounds].map(([name, count]) => `${name}: ${count} rounds passed`), ...summaries].join('\n'))
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
