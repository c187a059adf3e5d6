import { type Logger, pino } from 'pino'

/** A log that keeps its lines. */
export function recordingLog(): { log: Logger; logLines: string[] } {
  const logLines: string[] = []
  const log = pino({}, { write: (line: string) => logLines.push(line) })
  return { log, logLines }
}
