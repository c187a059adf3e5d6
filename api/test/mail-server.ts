import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'

export interface MailServer {
  /** As `SMTP_URL` has it. */
  url: string
  /** The mail that came next: the oldest that was not taken yet, or the one that is to come. */
  next(): Promise<Email>
  /** How many came and were not taken. */
  waiting(): number
  close(): Promise<void>
}

const ACCOUNT = { user: 'vibes', password: 'hush/hush' }

/** A real mail server on a free port of this machine. */
export async function startMailServer(options: SMTPServerOptions = {}): Promise<MailServer> {
  const came: Email[] = []
  const wanted: ((mail: Email) => void)[] = []
  const server = new SMTPServer({
    disabledCommands: ['STARTTLS'],
    allowInsecureAuth: true,
    onAuth({ username, password }, _session, done) {
      const isRight = username === ACCOUNT.user && password === ACCOUNT.password
      done(isRight ? null : new Error('Who are you?'), isRight ? { user: username } : undefined)
    },
    async onData(stream, _session, done) {
      const mail = await PostalMime.parse(await buffer(stream))
      const take = wanted.shift()
      if (take) take(mail)
      else came.push(mail)
      done()
    },
    ...options,
  })
  server.listen(0, '127.0.0.1')
  await once(server.server, 'listening')
  const { port } = server.server.address() as AddressInfo
  return {
    url: `smtp://${ACCOUNT.user}:${encodeURIComponent(ACCOUNT.password)}@127.0.0.1:${port}`,
    next: () => {
      const mail = came.shift()
      return mail ? Promise.resolve(mail) : new Promise((take) => wanted.push(take))
    },
    waiting: () => came.length,
    close: () => new Promise<void>((closed) => server.close(() => closed())),
  }
}
