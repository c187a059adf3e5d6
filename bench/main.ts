import { Command, InvalidArgumentError } from 'commander'
import { emptyDataDir } from '../e2e/server.ts'
import { command } from '../scripts/command.ts'
import { buildStale } from '../scripts/steps.ts'
import type { CapacityOptions } from './capacity.ts'
import type { GrowthOptions } from './growth.ts'
import type { ServeOptions } from './serve.ts'
import { measureStart } from './start.ts'
import type { StreamsPace } from './streams.ts'

const program = new Command('npm run bench --').description(
  'Benchmarks of Good Vibes. Run them on an idle machine.',
)

// Commands import generated files. `start` measures their generation.
program.hook('preAction', (_program, action) =>
  action.name() === 'start' ? undefined : command(buildStale),
)

program
  .command('data')
  .description('create the database that the other commands measure')
  .option('--posts <number>', 'number of posts', parsePosts, 1_000_000)
  .option('--force', 'recreate it if it exists')
  .action(({ posts, force }: { posts: number; force?: boolean }) =>
    command(async () =>
      (await import('./data/dataset.ts')).createDataset(posts, { force: force === true }),
    ),
  )

program
  .command('database')
  .description('run the database for profiling by hand, and print how to start the product on it')
  .option('--posts <number>', 'number of posts', parsePosts, 1_000_000)
  .action(({ posts }: { posts: number }) =>
    command(async () => (await import('./data/run-database.ts')).runDatabase(posts)),
  )

program
  .command('serve')
  .description('measure the requests a second of the product, its peers and the upper limit')
  .option('--posts <number>', 'number of posts in the database', parsePosts, 1_000_000)
  .option(
    '--workloads <names>',
    'only these, separated by commas',
    (value: string) => value.split(','),
    [],
  )
  .option('--rounds <number>', 'measurements of each server', parseCount, 5)
  .option('--seconds <number>', 'duration of a measurement', parseCount, 5)
  .option('--warm-up <number>', 'seconds of load before a measurement', parseCount, 3)
  .option(
    '--mixed <seconds>',
    'duration of the mixed load',
    (value: string) => parseInteger(value, 5, 3_600),
    120,
  )
  .action((options: ServeOptions) =>
    command(async () => void (await (await import('./serve.ts')).serve(options))),
  )

program
  .command('growth')
  .description('measure how the latency of reads grows from 10,000 posts to a million')
  .option(
    '--sizes <numbers>',
    'numbers of posts, separated by commas',
    parseSizes,
    [10_000, 100_000, 1_000_000],
  )
  .option(
    '--workloads <names>',
    'only these, separated by commas',
    (value: string) => value.split(','),
    [],
  )
  .option('--rounds <number>', 'measurements of each workload', parseCount, 5)
  .option('--seconds <number>', 'duration of a measurement', parseCount, 5)
  .option('--warm-up <number>', 'seconds of load before a measurement', parseCount, 3)
  .action((options: GrowthOptions) =>
    command(async () => (await import('./growth.ts')).measureGrowth(options)),
  )

program
  .command('worst')
  .description('find the most expensive operation that passes the limits (Linux only)')
  .option('--posts <number>', 'number of posts in the database', parsePosts, 1_000_000)
  .option(
    '--seed <number>',
    'seed of the random searches',
    (value: string) => parseInteger(value, 0, 1_000_000),
    1,
  )
  .action((options: { posts: number; seed: number }) =>
    command(async () => (await import('./worst/worst.ts')).findWorst(options)),
  )

program
  .command('streams')
  .description('measure one worker with many open streams: memory, CPU time, delay and the feed')
  .option('--posts <number>', 'number of posts in the database', parsePosts, 1_000_000)
  .option(
    '--streams <number>',
    'number of open streams',
    (value: string) => parseInteger(value, 1, 2_000),
    2_000,
  )
  .option('--seconds <number>', 'duration of each of the six measurements', parseCount, 20)
  .option('--warm-up <number>', 'seconds of load before the first one', parseCount, 3)
  .action((options: StreamsPace & { posts: number }) =>
    command(async () => (await import('./streams.ts')).benchStreams(options)),
  )

program
  .command('capacity')
  .description('measure what requests and rows take, and print what numbers of people need')
  .option('--posts <number>', 'number of posts in the database', parsePosts, 1_000_000)
  .option('--seconds <number>', 'duration of each measurement', parseCount, 20)
  .action((options: CapacityOptions) =>
    command(async () => (await import('./capacity.ts')).benchCapacity(options)),
  )

program
  .command('compare')
  .description('check on a small database that the product returns the posts of hand-written SQL')
  .action(() =>
    command(async () => {
      process.env.BENCH_DIR = emptyDataDir()
      await (await import('./compare.ts')).compare()
    }),
  )

program
  .command('smoke')
  .description('check the benchmark itself on a small database, with all servers')
  .action(() =>
    command(async () => {
      process.env.BENCH_DIR = emptyDataDir()
      await (await import('./smoke.ts')).smoke()
    }),
  )

program
  .command('web')
  .description('run Lighthouse on the pages as on a phone, and measure likes in a long feed')
  .option('--runs <number>', 'measurements of each page', parseCount, 3)
  .action((options: { runs: number }) =>
    command(async () => (await import('./web.ts')).measureWeb(options)),
  )

program
  .command('start')
  .description('measure the time of the first and later starts, and the memory afterwards')
  .option('--rounds <number>', 'number of later starts', parseCount, 5)
  .action(({ rounds }: { rounds: number }) => measureStart(rounds))

await program.parseAsync()

function parseCount(value: string): number {
  return parseInteger(value, 1, 100)
}

function parsePosts(value: string): number {
  return parseInteger(value, 1_000, 10_000_000)
}

function parseSizes(value: string): number[] {
  return value.split(',').map(parsePosts)
}

function parseInteger(value: string, min: number, max: number): number {
  const number = Number(value)
  if (Number.isInteger(number) && number >= min && number <= max) return number
  throw new InvalidArgumentError(
    `Enter a whole number from ${min.toLocaleString('en')} to ${max.toLocaleString('en')}.`,
  )
}
