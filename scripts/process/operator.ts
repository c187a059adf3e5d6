import { expect } from 'vitest'
import { enableRealScrypt } from '#api/test/cheap-scrypt.ts'
import { runCli } from './commands.ts'
import { runCliHere } from './in-process-cli.ts'

/** The operator's commands. Those that read their input have a process of their own. */
export function operator(settings: NodeJS.ProcessEnv) {
  // A product that runs beside it checks the passwords.
  enableRealScrypt()
  return {
    /** Runs a command that succeeds, and returns what it prints. */
    async succeed(args: string[], input?: string): Promise<string> {
      const { code, stdout, stderr } = await (input === undefined
        ? runCliHere(args, settings)
        : runCli(args, settings, input))
      expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
      return stdout
    },
    /** Runs a command that fails, and returns what it prints to stderr. */
    async fail(...args: string[]): Promise<string> {
      const { code, stdout, stderr } = await runCliHere(args, settings)
      expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
      return stderr
    },
  }
}
