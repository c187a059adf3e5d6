import { Command } from 'commander'
import { AppError } from '#api/lib/errors.ts'
import { reportFatalError } from '#api/process/lifetime.ts'
import { createLog } from '#api/telemetry/log.ts'
import packageJson from '../../../package.json' with { type: 'json' }
import { administrationCommands } from './administration.ts'
import { backupCommands } from './backup.ts'
import { databaseCommands } from './database.ts'
import { doctorCommand } from './doctor.ts'
import { mediaCommands } from './media.ts'
import { postCommands } from './posts.ts'
import { tokenCommands } from './tokens.ts'
import { userCommands } from './users.ts'

const program = new Command('npm run cli --')
  .description('Commands for operating Good Vibes. Most work whether or not the server is running.')
  .version(packageJson.version)
  .showHelpAfterError('(run with --help to list the commands and options)')

for (const command of [
  ...databaseCommands(),
  ...backupCommands(),
  userCommands(),
  tokenCommands(),
  ...administrationCommands(),
  postCommands(),
  mediaCommands(),
  doctorCommand(),
])
  program.addCommand(command)

try {
  await program.parseAsync()
} catch (error) {
  if (error instanceof AppError)
    for (const { message } of error.problems.length ? error.problems : [error])
      console.error(message)
  else reportFatalError(error, createLog('fatal'))
  process.exitCode = 1
}
