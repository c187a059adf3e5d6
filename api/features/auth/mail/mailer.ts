import type { Transporter } from 'nodemailer'
import pLimit from 'p-limit'
import type { Logger } from 'pino'
import { codeOf } from '#api/lib/operator-error.ts'

export interface Mail {
  to: string
  subject: string
  text: string
  html: string
}

/** Sends mail beside what is being done: nobody waits for it, and what goes wrong with it is logged, not thrown. */
export interface Mailer {
  /** @param make the mail, or null when there is none to send after all */
  send(make: () => Promise<Mail | null>): void
  /** Resolves when all mail is sent or given up, and after some seconds at the latest. */
  close(): Promise<void>
}

const AT_ONCE = 4
/** More than these wait only while the mail server is away or somebody makes mischief. */
const MOST_WAITING = 1_000
/** Milliseconds that the mail server may be silent, and that the end of the process waits for it. */
const PATIENCE = { connect: 10_000, answer: 30_000, end: 3_000 }
const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/

/**
 * @param url `smtp://user:password@host:port`, or `smtps:` for TLS from the first byte
 * @param from whom mails are from
 */
export async function createMailer(url: string, from: string, log: Logger): Promise<Mailer> {
  const transport = await createTransport(url)
  const inTurn = pLimit(AT_ONCE)
  const pending = new Set<Promise<void>>()

  async function deliver(make: () => Promise<Mail | null>): Promise<void> {
    try {
      const mail = await make()
      if (mail)
        await inTurn(() =>
          transport.sendMail({ ...mail, from, headers: { 'Auto-Submitted': 'auto-generated' } }),
        )
    } catch (error) {
      // The words of mail servers repeat the address.
      log.error(
        { reason: codeOf(error) ?? 'unknown', ...answerOf(error) },
        'A mail could not be sent',
      )
    }
  }

  return {
    send(make) {
      if (pending.size >= MOST_WAITING)
        return log.error({ reason: 'too many are waiting' }, 'A mail could not be sent')
      const delivery = deliver(make)
      pending.add(delivery)
      void delivery.then(() => pending.delete(delivery))
    },
    async close() {
      await Promise.race([
        Promise.all(pending),
        new Promise((over) => setTimeout(over, PATIENCE.end).unref()),
      ])
      transport.close()
    },
  }
}

/** Says whether the mail server lets the product in. @throws Error in the mail server's words */
export async function tryMailServer(url: string): Promise<void> {
  const transport = await createTransport(url)
  try {
    await transport.verify()
  } finally {
    transport.close()
  }
}

/** The library is loaded only where mail is sent. */
async function createTransport(url: string): Promise<Transporter> {
  const { createTransport } = await import('nodemailer')
  const { protocol, hostname, port, username, password } = new URL(url)
  const secure = protocol === 'smtps:'
  return createTransport({
    host: hostname.replace(/^\[|\]$/g, ''),
    port: port === '' ? (secure ? 465 : 587) : Number(port),
    secure,
    ...(username !== '' && {
      auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) },
    }),
    // A password leaves this machine encrypted or not at all.
    requireTLS: username !== '' && !LOOPBACK.test(hostname),
    connectionTimeout: PATIENCE.connect,
    greetingTimeout: PATIENCE.connect,
    dnsTimeout: PATIENCE.connect,
    socketTimeout: PATIENCE.answer,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
}

/** The status with which a mail server refused, such as 550. */
function answerOf(error: unknown): { answer?: number } {
  return error instanceof Error && 'responseCode' in error && typeof error.responseCode === 'number'
    ? { answer: error.responseCode }
    : {}
}

declare module '#api/context.ts' {
  interface Services {
    /** Null without a mail server. */
    mail: Mailer | null
  }
}
