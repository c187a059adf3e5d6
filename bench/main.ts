import { Command, InvalidArgumentError } from 'commander'
import { emptyDataDir } from '../e2e/server.ts'
import { command } from '../scripts/command.ts'
import type { GrowthOptions } from './growth.ts'
import type { ServeOptions } from './serve.ts'
import { measureStart } from './start.ts'

const program = new Command('npm run bench --').description(
  'Benchmarks of Good Vibes. Run them on a machine that does nothing else.',
)

program
  .command('data')
  .description('makes a database of so many posts, which the others measure on')
  .option('--posts <number>', 'how many', readPosts, 1_000_000)
  .option('--anew', 'even if it stands')
  .action(({ posts, anew }: { posts: number; anew?: boolean }) =>
    command(async () => (await import('./data/load.ts')).makeData(posts, { anew: anew === true })),
  )

program
  .command('database')
  .description('runs the database of so many posts, for profiling by hand, and prints its address')
  .option('--posts <number>', 'how many', readPosts, 1_000_000)
  .action(({ posts }: { posts: number }) =>
    command(async () => (await import('./data/hold.ts')).holdDatabase(posts)),
  )

program
  .command('serve')
  .description(
    'how many requests a second each server answers: the product, its peers, and what is possible at all',
  )
  .option('--posts <number>', 'on the database of so many', readPosts, 1_000_000)
  .option(
    '--workloads <names>',
    'these alone, with commas between them',
    (given: string) => given.split(','),
    [],
  )
  .option('--rounds <number>', 'how many times each server is measured', readRounds, 5)
  .option('--seconds <number>', 'how long each time', readRounds, 5)
  .option('--warm-up <number>', 'for how many seconds before', readRounds, 3)
  .option(
    '--mixed <seconds>',
    'how long the mixed load lasts',
    (given: string) => readWhole(given, 5, 3_600),
    120,
  )
  .action((options: ServeOptions) =>
    command(async () => void (await (await import('./serve.ts')).serve(options))),
  )

program
  .command('growth')
  .description('how the cost of reading grows from 10,000 posts to a million')
  .option(
    '--sizes <numbers>',
    'on databases of so many posts, with commas between them',
    readSizes,
    [10_000, 100_000, 1_000_000],
  )
  .option('--rounds <number>', 'how many times each is measured', readRounds, 5)
  .option('--seconds <number>', 'how long each time', readRounds, 5)
  .option('--warm-up <number>', 'for how many seconds before', readRounds, 3)
  .action((options: GrowthOptions) =>
    command(async () => (await import('./growth.ts')).measureGrowth(options)),
  )

program
  .command('worst')
  .description('what the worst operation costs of all that the limits let pass; on Linux')
  .option('--posts <number>', 'on the database of so many', readPosts, 1_000_000)
  .option(
    '--seed <number>',
    'which words are searched for',
    (given: string) => readWhole(given, 0, 1_000_000),
    1,
  )
  .action((options: { posts: number; seed: number }) =>
    command(async () => (await import('./worst/worst.ts')).findWorst(options)),
  )

program
  .command('smoke')
  .description(
    'whether all of this works, in less than a minute and on a small database of its own: answers, not times',
  )
  .action(() =>
    command(async () => {
      process.env.BENCH_DIR = emptyDataDir()
      await (await import('./smoke.ts')).smoke()
    }),
  )

program
  .command('web')
  .description(
    'what Lighthouse says of the pages on a phone, and how fast a long feed answers likes',
  )
  .option('--runs <number>', 'how many times each page is measured', readRounds, 3)
  .action((options: { runs: number }) =>
    command(async () => (await import('./web.ts')).measureWeb(options)),
  )

program
  .command('start')
  .description(
    'how long a start takes, the very first and later ones, and how much memory is used after it',
  )
  .option('--rounds <number>', 'how many later starts to measure', readRounds, 5)
  .action(({ rounds }: { rounds: number }) => measureStart(rounds))

await program.parseAsync()

function readRounds(given: string): number {
  return readWhole(given, 1, 100)
}

function readPosts(given: string): number {
  return readWhole(given, 1_000, 10_000_000)
}

function readSizes(given: string): number[] {
  return given.split(',').map(readPosts)
}

function readWhole(given: string, least: number, most: number): number {
  const number = Number(given)
  if (Number.isInteger(number) && number >= least && number <= most) return number
  throw new InvalidArgumentError(
    `It should be a number from ${least.toLocaleString('en')} to ${most.toLocaleString('en')}.`,
  )
}
