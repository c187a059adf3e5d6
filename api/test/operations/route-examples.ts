import type { Email } from 'postal-mime'
import { createAccount } from '#api/features/auth/creation/account.write.ts'
import { unsubscribeToken } from '#api/features/notification/unsubscribe.token.ts'
import { toPublicId } from '#api/lib/ids.ts'
import { authenticator } from '../people/authenticator.ts'
import type { TestBrowser } from '../people/browser.ts'
import { linkIn, post } from '../people/emails.ts'
import { anInvitation } from '../people/invitations.ts'
import { finishOidc } from '../people/oidc-sign-in.ts'
import { addPasskey, beginPasskey } from '../people/passkeys.ts'
import { seeds } from '../people/seeds.ts'
import { codeOf } from '../people/totp.ts'
import type { MailServer } from '../servers/mail-server.ts'
import { newPerson, signInAtProvider } from '../servers/oidc-provider.ts'
import type { TestServer } from '../servers/server.ts'

/** The documentation's placeholders for the values of an account. */
export const placeholders = {
  post: 'post_01h455vb4pex5vsknk084sn02q',
  ownPost: 'post_01h455vb4qf5vsknk084sn02qa',
  notification: 'notification_01h455vb4pex5vsknk084sn02q',
  listed: '019aaf5e-8a00-7000-8000-000000000000',
  username: 'ann_lee',
  otherUsername: 'ben_ray',
  email: 'ann@example.org',
  invitation: 'Zm9yIGEgd2FybSBjdXAgb2Yg',
  token: 'the token of the link',
  code: '123456',
} as const

export type Values = Partial<Record<keyof typeof placeholders, string>>

/** A signed-in member on a server, whom the examples are about. */
export interface Scene {
  server: TestServer
  mails: MailServer
  ann: TestBrowser
  account: { id: string; name: string; username: string; email: string; password: string }
  values: Values
}

let scenes = 0

export async function aScene(server: TestServer, mails: MailServer): Promise<Scene> {
  const { database, ids } = server.services
  const number = ++scenes
  const signUp = {
    name: 'Ann Lee',
    username: `ann_${number}`,
    email: `ann${number}@example.org`,
    password: 'sunny day 1',
  }
  const { id } = await createAccount(server.services, signUp)
  const ann = server.browser()
  await post(ann, 'sign-in/email', signUp)
  const { ben, theirs, own } = await neighbours(server, ann, id)
  const notification = { id: ids.next(), userId: id, kind: 'FOLLOW', actorsCount: 1 } as const
  await database.notification.create({ data: notification })
  const values = {
    post: theirs.publicId,
    ownPost: own.publicId,
    notification: toPublicId('Notification', notification.id),
    username: signUp.username,
    otherUsername: ben.username,
    email: signUp.email,
  }
  return { server, mails, ann, account: { ...signUp, id }, values }
}

/** Fills every list of the member. */
async function neighbours(server: TestServer, ann: TestBrowser, id: string) {
  const { database, ids } = server.services
  const { aUser, aPost, aReply, aLike } = seeds(server.services)
  const number = ++scenes
  const ben = await aUser({ username: `ben_${number}`, displayName: 'Ben Morning' })
  const cleo = await aUser({ username: `cleo_${number}` })
  const [theirs, own] = [
    await aPost({ by: ben, content: 'A sunny morning' }),
    await aPost({ by: { id } }),
  ]
  await aReply({ by: ben, to: theirs })
  await aLike({ by: ben, of: theirs })
  const share = { kind: 'SHARE', actorId: ben.id, postId: theirs.id, comment: 'Mine' } as const
  await database.feedEvent.create({ data: { id: ids.next(), ...share } })
  const pairs = [
    { followerId: id, followeeId: ben.id },
    { followerId: cleo.id, followeeId: ben.id },
    { followerId: ben.id, followeeId: cleo.id },
  ]
  await database.follow.createMany({ data: pairs.map((pair) => ({ id: ids.next(), ...pair })) })
  for (const way of ['mute', 'block'])
    await ann.fetch(`/api/users/${(await aUser()).publicId}/${way}`, { method: 'PUT' })
  return { ben, theirs, own }
}

/** What the example of a route needs besides: values, or a body that no example can have. */
interface Preparation {
  values?: Values
  body?: object
}

const listOf = async (browser: TestBrowser, path: string) =>
  (await (await browser.fetch(`/api/auth/${path}`)).json()) as { id: string; isCurrent?: boolean }[]

const newMember = async () => {
  const number = ++scenes
  return { values: { username: `cleo_${number}`, email: `cleo${number}@example.org` } }
}

/** The next email to an address. Emails of earlier examples come before it. */
async function mailTo(mails: MailServer, email: string): Promise<Email> {
  const mail = await mails.next()
  return mail.to?.some(({ address }) => address === email) ? mail : mailTo(mails, email)
}

const mailedToken = async (scene: Scene) => ({
  values: { token: linkIn(await mailTo(scene.mails, scene.account.email)).token },
})

async function withPasskey({ ann, server }: Scene) {
  await addPasskey(ann, authenticator(server.url))
  const [passkey] = await listOf(ann, 'passkeys')
  return { values: { listed: passkey?.id ?? '' } }
}

async function keyOf({ ann, account }: Scene): Promise<string> {
  const started = await post(ann, 'two-factor/start', { password: account.password })
  return ((await started.json()) as { key: string }).key
}

async function withTwoFactor(scene: Scene) {
  await post(scene.ann, 'two-factor/confirm', { code: codeOf(await keyOf(scene)) })
  return {}
}

const unsubscription = async ({ server, account }: Scene) => ({
  values: { token: unsubscribeToken(account.id, server.services.settings.authSecret) },
})

/** By the names of the routes. */
export const preparations: Readonly<Record<string, (scene: Scene) => Promise<Preparation>>> = {
  signUp: newMember,
  confirmUnsubscribe: unsubscription,
  unsubscribe: unsubscription,
  async getInvitation({ server }) {
    return { values: { invitation: (await anInvitation(server.services)).code } }
  },
  async chooseUsername({ server, account }) {
    const data = { needsUsername: true }
    await server.services.database.user.update({ where: { id: account.id }, data })
    return newMember()
  },
  async deleteSession({ server, ann, account }) {
    await post(server.browser(), 'sign-in/email', account)
    const other = (await listOf(ann, 'sessions')).find(({ isCurrent }) => !isCurrent)
    return { values: { listed: other?.id ?? '' } }
  },
  getPasskeys: withPasskey,
  renamePasskey: withPasskey,
  deletePasskey: withPasskey,
  async verifyPasskeySignIn({ server, ann }) {
    const device = authenticator(server.url)
    await addPasskey(ann, device)
    const options = await ann.fetch('/api/auth/passkey/generate-authenticate-options')
    return { body: { response: device.get((await options.json()) as { challenge: string }) } }
  },
  async verifyPasskeyRegistration({ server, ann }) {
    const options = (await (await beginPasskey(ann)).json()) as { challenge: string }
    return { body: { response: authenticator(server.url).create(options) } }
  },
  confirmTwoFactor: async (scene) => ({ values: { code: codeOf(await keyOf(scene)) } }),
  renewRecoveryCodes: withTwoFactor,
  turnOffTwoFactor: withTwoFactor,
  async changeEmail() {
    const { values } = await newMember()
    return { values: { email: values.email } }
  },
  async verifyEmail(scene) {
    await post(scene.ann, 'send-verification')
    return mailedToken(scene)
  },
  async resetPassword(scene) {
    await post(scene.ann, 'request-password-reset', { email: scene.account.email })
    return mailedToken(scene)
  },
  async confirmSignUp({ mails, ann, account }) {
    const { values } = await newMember()
    await post(ann, 'sign-up/email', { ...account, ...values })
    const { text = '' } = await mailTo(mails, values.email)
    return { values: { token: /#finish-sign-up=([\w-]+)\n/.exec(text)?.[1] ?? '' } }
  },
  async disconnectProvider({ ann, account }) {
    const started = await post(ann, 'oidc/connect', { password: account.password })
    const { url } = (await started.json()) as { url: string }
    await finishOidc(ann, await signInAtProvider(url, newPerson()))
    return {}
  },
}
