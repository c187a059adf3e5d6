import { expect, test, vi } from 'vitest'
import { newSignUp, post } from '#api/test/people/emails.ts'
import { registerCleanup } from '#api/test/register-cleanup.ts'
import { startMailServer } from '#api/test/servers/mail-server.ts'
import { recordingLog } from '#api/test/servers/recording-log.ts'
import { type TestServer, testServer } from '#api/test/servers/server.ts'
import { createMailer } from './mailer.ts'

test('a mail server that rejects or is unreachable does not fail a sign-up', async () => {
  const strict = await startMailServer({
    onRcptTo: ({ address }, _session, done) => done(new Error(`No ${address} here`)),
  })
  registerCleanup(strict.close)
  const [rejecting, wrongPassword, unreachable] = await Promise.all(
    [strict.url, strict.url.replace('hush', 'loud'), 'smtp://127.0.0.1:1'].map((smtpUrl) =>
      testServer({ settings: { smtpUrl } }),
    ),
  )
  for (const [server, logLines] of [
    [rejecting, { reason: 'EENVELOPE', responseCode: 550 }],
    [wrongPassword, { reason: 'EAUTH', responseCode: 535 }],
    [unreachable, { reason: 'ESOCKET' }],
  ] as const) {
    const signUp = newSignUp()
    expect((await post((server as TestServer).browser(), 'sign-up/email', signUp)).status).toBe(202)
    const lines = () =>
      (server as TestServer).logLines.filter((line) => line.includes('Could not send an email'))
    await expect.poll(lines).toHaveLength(1)
    expect(JSON.parse(lines()[0] ?? '')).toMatchObject(logLines)
    expect(lines().join()).not.toContain(signUp.email)
  }
})

test('the mail server’s password is sent only over TLS or to this machine', async () => {
  const onLogin = vi.fn<(options: { username?: string | undefined }) => void>()
  const plain = await startMailServer({
    onAuth(options, _session, done) {
      onLogin(options)
      done(null, { user: options.username ?? '' })
    },
  })
  registerCleanup(plain.close)
  // This machine, by an address that is not recognized as loopback.
  const remote = await testServer({
    settings: { smtpUrl: plain.url.replace('127.0.0.1', '[::ffff:127.0.0.1]') },
  })
  await post(remote.browser(), 'sign-up/email', newSignUp())
  const lines = () => remote.logLines.filter((line) => line.includes('Could not send an email'))
  await expect.poll(lines).toEqual([expect.stringContaining('"reason":"ETLS"')])
  expect(onLogin).not.toHaveBeenCalled()

  const local = await testServer({ settings: { smtpUrl: plain.url } })
  await post(local.browser(), 'sign-up/email', newSignUp())
  expect((await plain.next()).subject).toBe('Please verify your email address')
  expect(onLogin).toHaveBeenCalledOnce()
})

test('without a mail server, the email routes are missing', async () => {
  const plain = await testServer()
  const visitor = plain.browser()
  const { email } = await visitor.signUp()
  expect(await (await visitor.fetch('/api/auth/email')).json()).toEqual({
    email,
    isVerified: false,
    canVerify: false,
  })
  for (const path of [
    'send-verification',
    'verify-email',
    'sign-up/confirm',
    'request-password-reset',
    'reset-password',
  ])
    expect(
      (await post(visitor, path, { email, token: 'x', password: 'a rainy evening' })).status,
    ).toBe(404)
})

test('a shutdown logs how many emails it loses', async () => {
  const [connected, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const slow = await startMailServer({
    async onRcptTo(_address, _session, done) {
      connected.resolve()
      await released.promise
      done()
    },
  })
  registerCleanup(async () => {
    released.resolve()
    await slow.close()
  })
  const { log, logLines: lines } = recordingLog()
  const mailer = await createMailer(slow.url, 'vibes@example.org', log)
  const mail = { to: 'ann@example.org', subject: 'Hello', text: 'Hello', html: '<p>Hello' }
  for (let count = 0; count < 6; count++) mailer.send(async () => mail)
  await connected.promise
  await mailer.close()
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([
    { level: 50, emails: 6, msg: 'Emails are lost, because the server shuts down' },
  ])
})
