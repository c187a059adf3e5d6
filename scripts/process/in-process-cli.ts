import { vi } from 'vitest'
import { runProgram } from '#api/ops/cli/program.ts'
import { isolatedEnvironment } from '../../e2e/server.ts'
import type { CommandResult } from './commands.ts'

/** Runs the operator's command in this process, which is faster than to start one. */
export async function runCliHere(
  args: string[],
  settings: NodeJS.ProcessEnv,
): Promise<CommandResult> {
  const result: CommandResult = { code: null, stdout: '', stderr: '' }
  const printTo = (stream: 'stdout' | 'stderr', text: unknown) => {
    result[stream] += text
    return true
  }
  const spies = [
    vi.spyOn(console, 'log').mockImplementation((text) => void printTo('stdout', `${text}\n`)),
    vi.spyOn(console, 'warn').mockImplementation((text) => void printTo('stderr', `${text}\n`)),
    vi.spyOn(console, 'error').mockImplementation((text) => void printTo('stderr', `${text}\n`)),
    vi.spyOn(process.stdout, 'write').mockImplementation((text) => printTo('stdout', text)),
    vi.spyOn(process.stderr, 'write').mockImplementation((text) => printTo('stderr', text)),
  ]
  const { env } = process
  process.env = isolatedEnvironment(settings)
  try {
    result.code = await runProgram(args)
    return result
  } finally {
    process.env = env
    for (const spy of spies) spy.mockRestore()
  }
}
