import { Command, InvalidArgumentError } from 'commander'
import { measureStart } from './start.ts'

const program = new Command('npm run bench --').description('Benchmarks of Good Vibes. Run them on a machine that does nothing else.')

program
  .command('start')
  .description('how long a start takes, the very first and later ones, and how much memory is used after it')
  .option('--rounds <number>', 'how many later starts to measure', readRounds, 5)
  .action(({ rounds }: { rounds: number }) => measureStart(rounds))

await program.parseAsync()

function readRounds(given: string): number {
  const rounds = Number(given)
  if (!Number.isInteger(rounds) || rounds < 1 || rounds > 100) throw new InvalidArgumentError('It should be a number from 1 to 100.')
  return rounds
}
