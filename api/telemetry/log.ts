import pino, { type DestinationStream, type Logger } from 'pino'
import pretty from 'pino-pretty'
import { createLogOutput } from './log-output.ts'
import { serializeError } from './serialize-error.ts'

const SECRET = [
  'password',
  'token',
  'secret',
  'authorization',
  'cookie',
  'authSecret',
  'databaseUrls',
  'databaseDirectUrls',
  'metricsToken',
  'redisUrl',
  'smtpUrl',
]
/** What the message of a request's line tells already. */
const TOLD = ['id', 'method', 'route', 'status', 'ms']

const tell = (error: unknown) => serializeError(error)

/** One JSON line per event on the standard output; on a terminal, for reading. Values under a secret's name are left out. */
export function createLog(
  level: string,
  output: DestinationStream = outputFor(process.stdout),
): Logger {
  const options = {
    level,
    base: null,
    formatters: { level: (label: string) => ({ level: label }) },
    timestamp: pino.stdTimeFunctions.isoTime,
    // Beside one's own words, those of GraphQL Yoga and better-auth.
    serializers: { err: tell, words: tell, details: tell },
    redact: {
      paths: SECRET.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]),
      censor: '(secret)',
    },
  }
  return pino(options, output)
}

/** Lines are written some at a time, a tenth of a second late at most, and all of them before the process ends. */
function outputFor(stdout: NodeJS.WriteStream): DestinationStream {
  if (stdout.isTTY) return pretty({ sync: true, translateTime: 'HH:MM:ss', ignore: TOLD.join() })
  const lines = createLogOutput(1)
  process.on('exit', () => lines.flushSync())
  return lines
}
