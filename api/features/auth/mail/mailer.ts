import type { Transporter } from 'nodemailer'
import pLimit from 'p-limit'
import type { Logger } from 'pino'
import { codeOf } from '#api/lib/operator-error.ts'

export interface Mail {
  to: string
  subject: string
  text: string
  html: string
  headers?: Record<string, string>
}

/** Returns the email, or null to send none. */
type CreateMail = () => Promise<Mail | null>

/** Sends emails. Failures are logged, not thrown. */
export interface Mailer {
  /** Sends in the background. */
  send(create: CreateMail): void
  /** Resolves when the email is sent or has failed. @returns whether it is sent */
  deliver(create: CreateMail): Promise<boolean>
  /** Waits for queued emails, three seconds at most, and logs how many are lost. */
  close(): Promise<void>
}

const MAX_CONCURRENT = 4
/** Reached only if the mail server is down or under abuse. */
const MAX_QUEUED = 1_000
const TIMEOUT_MS = { connect: 10_000, socket: 30_000, close: 3_000 }
const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/

/**
 * @param url `smtp://user:password@host:port`, or `smtps:` for TLS from the first byte
 * @param from the sender's address
 */
export async function createMailer(url: string, from: string, log: Logger): Promise<Mailer> {
  const transport = await createTransport(url)
  const limit = pLimit(MAX_CONCURRENT)
  const pending = new Set<Promise<boolean>>()

  async function attempt(create: CreateMail): Promise<boolean> {
    try {
      const mail = await create()
      if (!mail) return false
      const headers = { 'Auto-Submitted': 'auto-generated', ...mail.headers }
      await limit(() => transport.sendMail({ ...mail, from, headers }))
      return true
    } catch (error) {
      // No message: mail servers repeat the recipient's address in it.
      log.error(
        { reason: codeOf(error) ?? 'unknown', ...responseCodeOf(error) },
        'Could not send an email',
      )
      return false
    }
  }

  async function deliver(create: CreateMail): Promise<boolean> {
    if (pending.size >= MAX_QUEUED) {
      log.error({ reason: 'queue is full' }, 'Could not send an email')
      return false
    }
    const attempted = attempt(create)
    pending.add(attempted)
    try {
      return await attempted
    } finally {
      pending.delete(attempted)
    }
  }

  return {
    send: (create) => void deliver(create),
    deliver,
    async close() {
      await Promise.race([Promise.all(pending), timeout(TIMEOUT_MS.close)])
      if (pending.size > 0)
        log.error({ emails: pending.size }, 'Emails are lost, because the server shuts down')
      transport.close()
    },
  }
}

const timeout = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms).unref())

/** Checks that the mail server accepts our login. @throws Error with the server's message */
export async function verifyMailServer(url: string): Promise<void> {
  const transport = await createTransport(url)
  try {
    await transport.verify()
  } finally {
    transport.close()
  }
}

/** Loads nodemailer only if a mail server is configured. */
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
    // Never send a password unencrypted to another machine.
    requireTLS: username !== '' && !LOOPBACK.test(hostname),
    connectionTimeout: TIMEOUT_MS.connect,
    greetingTimeout: TIMEOUT_MS.connect,
    dnsTimeout: TIMEOUT_MS.connect,
    socketTimeout: TIMEOUT_MS.socket,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
}

/** The SMTP status of a rejection, such as 550. */
function responseCodeOf(error: unknown): { responseCode?: number } {
  return error instanceof Error && 'responseCode' in error && typeof error.responseCode === 'number'
    ? { responseCode: error.responseCode }
    : {}
}

declare module '#api/context.ts' {
  interface Services {
    /** Null without a mail server. */
    mail: Mailer | null
  }

  interface JobServices {
    /** Null without a mail server. */
    mailer(): Promise<Mailer | null>
  }
}
