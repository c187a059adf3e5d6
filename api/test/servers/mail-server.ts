import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'

export interface MailServer {
  /** A value for `SMTP_URL`. */
  url: string
  /** Resolves with the oldest unread email, or with the next one that arrives. */
  next(): Promise<Email>
  unreadCount(): number
  close(): Promise<void>
}

const ACCOUNT = { user: 'vibes', password: 'hush/hush' }

/** A real SMTP server on a free port. */
export async function startMailServer(options: SMTPServerOptions = {}): Promise<MailServer> {
  const unread: Email[] = []
  const waiting: ((email: Email) => void)[] = []
  const server = new SMTPServer({
    disabledCommands: ['STARTTLS'],
    allowInsecureAuth: true,
    onAuth({ username, password }, _session, done) {
      const isValid = username === ACCOUNT.user && password === ACCOUNT.password
      done(
        isValid ? null : new Error('Invalid credentials'),
        isValid ? { user: username } : undefined,
      )
    },
    async onData(stream, _session, done) {
      const email = await PostalMime.parse(await buffer(stream))
      const resolve = waiting.shift()
      if (resolve) resolve(email)
      else unread.push(email)
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
      const email = unread.shift()
      return email ? Promise.resolve(email) : new Promise((resolve) => waiting.push(resolve))
    },
    unreadCount: () => unread.length,
    close: () => new Promise<void>((closed) => server.close(() => closed())),
  }
}
