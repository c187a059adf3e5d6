import { expect } from 'vitest'
import { runCli } from './commands.ts'

/** The operator's commands, each in a process of its own. */
export function operator(settings: NodeJS.ProcessEnv) {
  return {
    /** Runs a command that succeeds, and returns what it prints. */
    async succeed(args: string[], input?: string): Promise<string> {
      const { code, stdout, stderr } = await runCli(args, settings, input)
      expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
      return stdout
    },
    /** Runs a command that fails, and returns what it prints to stderr. */
    async fail(...args: string[]): Promise<string> {
      const { code, stdout, stderr } = await runCli(args, settings)
      expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
      return stderr
    },
  }
}
