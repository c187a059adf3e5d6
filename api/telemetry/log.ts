import pino, { type DestinationStream, type Logger } from 'pino'
import pretty from 'pino-pretty'
import { createLogOutput } from './log-output.ts'
import { serializeError } from './serialize-error.ts'

const SECRET_FIELDS = [
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
/** A request's log message repeats these. */
const FIELDS_IN_MESSAGE = ['id', 'method', 'route', 'status', 'ms']

const serialize = (error: unknown) => serializeError(error)

/** Writes JSON lines to stdout, or readable lines to a terminal, and redacts secrets. */
export function createLog(level: string, output: DestinationStream = standardOutput()): Logger {
  const options = {
    level,
    base: null,
    formatters: { level: (label: string) => ({ level: label }) },
    timestamp: pino.stdTimeFunctions.isoTime,
    // `details` has the errors of GraphQL Yoga and better-auth.
    serializers: { err: serialize, details: serialize },
    redact: {
      paths: SECRET_FIELDS.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]),
      censor: '(secret)',
    },
  }
  return pino(options, output)
}

let shared: DestinationStream | undefined

/** The loggers of a process share it. */
function standardOutput(): DestinationStream {
  shared ??= outputFor(process.stdout)
  return shared
}

function outputFor(stdout: NodeJS.WriteStream): DestinationStream {
  if (stdout.isTTY)
    return pretty({ sync: true, translateTime: 'HH:MM:ss', ignore: FIELDS_IN_MESSAGE.join() })
  const output = createLogOutput(1)
  process.on('exit', () => output.flushSync())
  return output
}
