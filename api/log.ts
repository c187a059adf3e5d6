import pino, { type Logger } from 'pino'
import pretty from 'pino-pretty'

const SECRET = ['password', 'token', 'secret', 'authorization', 'cookie', 'authSecret', 'databaseUrl', 'metricsToken']

/** One JSON line per event on the standard output; on a terminal, for reading. */
export function createLog(level: string): Logger {
  const options = {
    level,
    base: null,
    formatters: { level: (label: string) => ({ level: label }) },
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: { paths: SECRET.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]), censor: '(secret)' },
  }
  if (!process.stdout.isTTY) return pino(options)
  return pino(options, pretty({ sync: true, translateTime: 'HH:MM:ss', hideObject: level === 'info', ignore: 'id' }))
}
