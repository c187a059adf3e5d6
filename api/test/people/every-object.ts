import type { NotificationKind } from '#api/database/generated/prisma/enums.ts'
import { toPublicId } from '#api/lib/ids.ts'
import type { TestApi } from '../servers/test-api.ts'
import { APPEAL, moderation } from './moderation.ts'
import { uuidOf } from './uuid-of.ts'

type Person = Awaited<ReturnType<TestApi['aUser']>>
type Services = TestApi['services']

/** A moderator who owns, or has to decide about, an object of every type that `node` finds. */
export async function everyObject(api: TestApi) {
  const { aModerator } = moderation(api)
  const [ann, ben] = [await aModerator(api.services), await api.aUser()]
  const mia = await aModerator(api.services)
  const social = await socialObjects(api, { ann, ben, mia })
  const safety = await safetyObjects(api, { ann, ben, mia, ...social })
  const { webhookId, publicIds: owned } = await ownedObjects(api.services, ann)
  const notifications = await notificationsOf(api.services, ann, ben, {
    ...social,
    ...safety,
    webhookId,
  })
  const { own, theirs, reply, shareId, thanksId } = social
  return {
    ann,
    /** Reports by others, which she sees as a moderator. */
    ofOthers: [safety.aboutThanks],
    reportedThanks: toPublicId('Thanks', social.othersThanksId),
    publicIds: [
      ...[ann, ben, own, theirs, reply].map(({ publicId }) => publicId),
      toPublicId('Share', shareId),
      toPublicId('Thanks', thanksId),
      ...[safety.byAnn, safety.aboutThanks],
      toPublicId('Application', safety.applicationId),
      ...owned,
      ...notifications.map((id) => toPublicId('Notification', id)),
    ],
  }
}

interface People {
  ann: Person
  ben: Person
  mia: Person
}

async function socialObjects(api: TestApi, { ann, ben, mia }: People) {
  const { aPost, aReply, aLike, services } = api
  const { database, ids } = services
  const [own, theirs] = [await aPost({ by: ann }), await aPost({ by: ben })]
  const miasPost = await aPost({ by: mia })
  const reply = await aReply({ by: ben, to: own })
  for (const liked of [own, theirs, reply]) await aLike({ by: ann, of: liked })
  const follow = { id: ids.next(), followerId: ann.id, followeeId: ben.id }
  await database.follow.create({ data: follow })
  const shared = { kind: 'SHARE' as const, actorId: ann.id, postId: theirs.id, comment: 'Look' }
  const { id: shareId } = await database.feedEvent.create({ data: { id: ids.next(), ...shared } })
  const thanksFor = async (postId: string) => {
    const data = { id: ids.next(), senderId: ben.id, postId, text: 'Thank you' }
    return (await database.thanks.create({ data })).id
  }
  const [thanksId, othersThanksId] = [await thanksFor(own.id), await thanksFor(miasPost.id)]
  return { own, theirs, reply, shareId, thanksId, othersThanksId }
}

type Social = Awaited<ReturnType<typeof socialObjects>>

async function safetyObjects(
  api: TestApi,
  { ann, ben, mia, own, theirs, othersThanksId }: People & Social,
) {
  const { database, ids } = api.services
  const { aReport, resolve } = moderation(api)
  const aboutAnn = await aReport(own, ben)
  const { report } = await resolve(api.as(mia), aboutAnn, 'WARN', { note: 'Once' })
  const eventId: string = report.decision.id
  await api.as(ann).data(APPEAL, { eventId })
  const byAnn = await aReport(theirs, ann)
  const aboutThanks = await aReport({ publicId: toPublicId('Thanks', othersThanksId) }, mia)
  const reportId = uuidOf(byAnn)
  await database.moderationNote.create({
    data: { id: ids.next(), reportId, moderatorId: mia.id, text: 'A note' },
  })
  const claim = { claimedById: mia.id, claimedAt: new Date() }
  await database.report.update({ where: { id: reportId }, data: claim })
  return { byAnn, aboutThanks, eventId, applicationId: await anApplication(api.services, 'eve') }
}

/** A sign-up that waits. @returns its UUID */
export async function anApplication({ database, ids }: Services, username: string) {
  const person = { displayName: username, username, email: `${username}@example.org` }
  const signUp = { emailVerified: true, providerId: 'credential', password: 'hash' }
  const data = { id: ids.next(), ...person, ...signUp }
  return (await database.application.create({ data })).id
}

/** An invitation, a token, and a webhook with a delivery. */
async function ownedObjects({ database, ids }: Services, { id: ownerId }: Person) {
  const expiresAt = new Date(Date.now() + 60 * 60 * 1000)
  const invitation = { id: ids.next(), inviterId: ownerId, code: 'a'.repeat(24), maxUses: 3 }
  await database.invitation.create({ data: { ...invitation, expiresAt } })
  const apiToken = { id: ids.next(), userId: ownerId, name: 'A script', hash: 'a'.repeat(64) }
  await database.apiToken.create({ data: { ...apiToken, scopes: ['read'] } })
  const subscription = 'subscription { followed { id } }'
  const webhook = { id: ids.next(), ownerId, url: 'https://hooks.example/', secret: '' }
  await database.webhook.create({ data: { ...webhook, subscription, scope: 'EVERYONE' } })
  const delivery = { id: ids.next(), webhookId: webhook.id, subjectId: ownerId, payload: '{}' }
  await database.webhookDelivery.create({ data: { ...delivery, kind: 'FOLLOW' } })
  return {
    webhookId: webhook.id,
    publicIds: [
      toPublicId('Invitation', invitation.id),
      toPublicId('ApiToken', apiToken.id),
      toPublicId('Webhook', webhook.id),
      toPublicId('WebhookDelivery', delivery.id),
    ],
  }
}

type Subjects = Social & Awaited<ReturnType<typeof safetyObjects>> & { webhookId: string }

/** One notification of each kind. @returns their UUIDs */
async function notificationsOf(
  { database, ids }: Services,
  { id: userId }: Person,
  actor: Person,
  { own, reply, thanksId, byAnn, eventId, webhookId }: Subjects,
) {
  const about: Record<NotificationKind, object> = {
    LIKE: { postId: own.id, actorsCount: 1 },
    SHARE: { postId: own.id, actorsCount: 1 },
    FOLLOW: { actorsCount: 1 },
    REPLY: { postId: own.id, replyId: reply.id },
    THANKS: { postId: own.id, thanksId },
    REPORT_OUTCOME: { reportId: uuidOf(byAnn) },
    MODERATION: { eventId: uuidOf(eventId) },
    WEBHOOK_PAUSED: { webhookId },
  }
  const rows = Object.entries(about).map(([kind, rest]) => ({
    ...{ id: ids.next(), userId, kind: kind as NotificationKind },
    ...rest,
  }))
  await database.notification.createMany({ data: rows })
  const actors = rows.map(({ id }) => ({ notificationId: id, userId: actor.id, rank: 1 }))
  await database.notificationActor.createMany({ data: actors })
  return rows.map(({ id }) => id)
}
