import pino, { type DestinationStream, type Logger } from 'pino'
import pretty from 'pino-pretty'

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
]
/** What the message of a request's line tells already. */
const TOLD = ['id', 'method', 'path', 'status', 'ms']

/** One JSON line per event on the standard output; on a terminal, for reading. Values under a secret's name are left out. */
export function createLog(level: string, output: DestinationStream = outputFor(process.stdout)): Logger {
  const options = {
    level,
    base: null,
    formatters: { level: (label: string) => ({ level: label }) },
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: { paths: SECRET.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]), censor: '(secret)' },
  }
  return pino(options, output)
}

function outputFor(stdout: NodeJS.WriteStream): DestinationStream {
  return stdout.isTTY ? pretty({ sync: true, translateTime: 'HH:MM:ss', ignore: TOLD.join() }) : pino.destination({ sync: true })
}
