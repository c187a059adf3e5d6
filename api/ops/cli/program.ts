import { Command, CommanderError } from 'commander'
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

function createProgram(): Command {
  const program = new Command('npm run cli --')
    .description(
      'Commands for operating Good Vibes. Most work whether or not the server is running.',
    )
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
  throwInsteadOfExit(program)
  return program
}

function throwInsteadOfExit(command: Command): void {
  command.exitOverride()
  for (const each of command.commands) throwInsteadOfExit(each)
}

/** Runs a command, and prints what went wrong. @returns the exit code */
export async function runProgram(args: readonly string[]): Promise<number> {
  try {
    await createProgram().parseAsync(args, { from: 'user' })
    return 0
  } catch (error) {
    // Commander has printed it, or the help.
    if (error instanceof CommanderError) return error.exitCode
    if (error instanceof AppError)
      for (const { message } of error.problems.length ? error.problems : [error])
        console.error(message)
    else reportFatalError(error, createLog('fatal'))
    return 1
  }
}
