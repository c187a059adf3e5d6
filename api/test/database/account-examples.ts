import type { Services } from '#api/context.ts'
import { type OwnedTable, ownedTables } from '#api/database/account-data.ts'
import { toPublicId } from '#api/lib/ids.ts'
import { seeds } from '../people/seeds.ts'
import { addExampleRows } from './example-rows.ts'

/** For each table, a unique text in the account's row. The export shows it, or omits the table. */
type Markers = Record<OwnedTable, string>

/**
 * Adds a row to every table. The account and the author of `liked` like each other's post; it and
 * the stranger block each other.
 */
export async function addExamples(
  { database, ids, pictures }: Pick<Services, 'database' | 'ids' | 'pictures'>,
  userId: string,
  liked: { id: string; authorId: string },
  strangerId: string,
): Promise<Markers> {
  const { aPost, anUpload } = seeds({ database, ids })
  const markers = markersFor(userId)
  const { User: bio, Media: hash, UserSearch, PostSearch } = markers
  const by = { id: userId }
  const upload = await anUpload({ by, hash })
  const x = Buffer.from('x')
  await pictures.write({ hash, display: x, small: x, thumbnail: x })
  await database.user.update({
    where: by,
    data: { bio, avatar: upload.path, avatarMediaId: upload.id },
  })
  await database.userSearch.update({ where: { userId }, data: { text: UserSearch } })
  const post = await aPost({ by, content: markers.Post, imageUrl: upload.path, mediaId: upload.id })
  await database.postSearch.update({ where: { postId: post.id }, data: { text: PostSearch } })
  await database.postKey.create({
    data: { authorId: userId, key: markers.PostKey, hash: 'c'.repeat(64), postId: post.id },
  })
  const own = { User: userId, Post: post.id }
  const others = { User: liked.authorId, Post: liked.id }
  const added: Partial<Markers> = {}
  for (const table of ownedTables.filter((name) => !(name in markers)))
    added[table] = await addExampleRows({ database, ids }, table, own, others)
  await database.mute.createMany({
    data: [
      { id: ids.next(), muterId: userId, mutedId: liked.authorId, until: new Date(markers.Mute) },
      { id: ids.next(), muterId: liked.authorId, mutedId: userId },
    ],
  })
  await database.block.createMany({
    data: [
      { id: ids.next(), blockerId: userId, blockedId: strangerId },
      { id: ids.next(), blockerId: strangerId, blockedId: userId },
    ],
  })
  const undone = { eventId: ids.next(), actorId: userId, postId: liked.id }
  await database.undoneShare.create({ data: { id: ids.next(), ...undone } })
  await database.invitation.create({
    data: {
      id: ids.next(),
      inviterId: userId,
      code: markers.Invitation,
      maxUses: 2,
      expiresAt: TOMORROW,
      invitees: { create: { userId } },
      follows: { create: [{ userId }, { userId: liked.authorId }] },
    },
  })
  const share = { kind: 'SHARE' as const, actorId: userId, postId: liked.id }
  await database.feedEvent.create({
    data: { id: ids.next(), ...share, comment: markers.FeedEvent },
  })
  await addModeration({ database, ids }, { markers, userId, strangerId, post, liked })
  await addNotifications({ database, ids }, { markers, userId, strangerId, post, liked })
  await addWebhook({ database, ids }, userId, markers)
  await addLogins({ database, ids }, userId, markers)
  return {
    ...markers,
    ...added,
    Notification: 'REPORT_OUTCOME',
    Block: toPublicId('User', strangerId),
  } as Markers
}

async function addWebhook(
  { database, ids }: Pick<Services, 'database' | 'ids'>,
  ownerId: string,
  { Webhook: subscription, WebhookDelivery: payload }: ReturnType<typeof markersFor>,
) {
  const delivery = { id: ids.next(), kind: 'FOLLOW' as const, subjectId: ids.next(), payload }
  const webhook = { id: ids.next(), ownerId, url: 'https://example.org/', subscription }
  const topics = { kinds: ['FOLLOW' as const], scope: 'TOPICS' as const, topicIds: [ownerId] }
  await database.webhook.create({
    data: { ...webhook, ...topics, secret: 'a sealed secret', deliveries: { create: delivery } },
  })
}

/** Adds how the account signs in. */
async function addLogins(
  { database, ids }: Pick<Services, 'database' | 'ids'>,
  userId: string,
  markers: ReturnType<typeof markersFor>,
) {
  const { Account, Passkey, Verification } = markers
  await database.session.create({
    data: {
      userId,
      token: markers.Session,
      expiresAt: TOMORROW,
      createdAt: new Date(markers.Session),
    },
  })
  await database.apiToken.create({
    data: {
      id: ids.next(),
      userId,
      name: markers.ApiToken,
      hash: `hash of ${userId}`,
      scopes: ['read'],
    },
  })
  await database.account.create({
    data: { userId, providerId: 'oidc:https://id.example.org', accountId: Account },
  })
  const device = {
    publicKey: 'a public key',
    counter: 0,
    deviceType: 'singleDevice',
    backedUp: false,
  }
  await database.passkey.create({
    data: { userId, name: Passkey, credentialID: `credential of ${userId}`, ...device },
  })
  const codes = { create: { hash: markers.RecoveryCode } }
  await database.twoFactor.create({
    data: { userId, secret: 'a sealed secret', confirmedAt: new Date(markers.TwoFactor), codes },
  })
  const link = { purpose: 'RESET_PASSWORD' as const, email: 'ann@example.org', expiresAt: TOMORROW }
  await database.mailLink.create({ data: { userId, hash: markers.MailLink, ...link } })
  const value = JSON.stringify({ userData: { id: userId, name: Verification } })
  await database.verification.create({
    data: { identifier: 'a challenge', value, expiresAt: TOMORROW },
  })
}

interface Moderated {
  markers: ReturnType<typeof markersFor>
  userId: string
  strangerId: string
  post: { id: string }
  liked: { id: string }
}

/** The account and the stranger report each other, and the stranger decides about the account. */
async function addModeration(
  { database, ids }: Pick<Services, 'database' | 'ids'>,
  { markers, userId, strangerId, post, liked }: Moderated,
) {
  const decision = {
    kind: 'DECISION' as const,
    action: 'HIDE' as const,
    ruleId: 'a-rule',
    ruleTitle: markers.ModerationEvent,
    ruleText: 'Be kind',
  }
  const [decisionId, reportId] = [ids.next(), ids.next()]
  await database.moderationEvent.createMany({
    data: [
      { id: decisionId, ...decision, moderatorId: strangerId, memberId: userId },
      { id: ids.next(), ...decision, moderatorId: userId, memberId: strangerId },
    ],
  })
  const subject = { subjectType: 'USER' as const, reason: 'SPAM' as const }
  const ofStranger = { subjectId: strangerId, authorId: strangerId, details: markers.Report }
  await database.report.createMany({
    data: [
      { id: reportId, ...subject, ...ofStranger, reporterId: userId },
      { id: ids.next(), ...subject, subjectId: userId, authorId: userId, reporterId: strangerId },
      { id: ids.next(), ...subject, claimedById: userId },
    ],
  })
  await database.moderationNote.create({
    data: { id: ids.next(), reportId, moderatorId: userId, text: markers.ModerationNote },
  })
  await database.appeal.create({
    data: { id: ids.next(), decisionId, memberId: userId, text: markers.Appeal },
  })
  await database.hiddenPost.create({ data: { decisionId, postId: post.id } })
  await database.hiddenShare.create({
    data: {
      id: ids.next(),
      decisionId,
      actorId: userId,
      postId: liked.id,
      comment: markers.HiddenShare,
    },
  })
  await database.hiddenProfile.create({
    data: { decisionId, userId, displayName: 'Ann', bio: markers.HiddenProfile },
  })
}

/** The account and the author of `liked` thank each other, and groups contain the account. */
async function addNotifications(
  { database, ids }: Pick<Services, 'database' | 'ids'>,
  { markers, userId, strangerId, post, liked }: Moderated,
) {
  const { authorId } = await database.post.findUniqueOrThrow({ where: { id: liked.id } })
  await database.notificationSettings.create({
    data: { userId, timeZone: markers.NotificationSettings, nextDeliveryAt: TOMORROW },
  })
  const group = { kind: 'LIKE' as const, actorsCount: 1 }
  await database.notification.create({
    data: {
      ...{ id: ids.next(), userId, postId: post.id, ...group },
      actors: { create: { userId: strangerId, rank: 1 } },
    },
  })
  await database.notification.create({
    data: {
      ...{ id: ids.next(), userId: authorId, postId: liked.id, ...group },
      actors: { create: { userId, rank: 1 } },
    },
  })
  const { id: reportId } = await database.report.findFirstOrThrow({
    where: { reporterId: userId },
  })
  await database.notification.create({
    data: { id: ids.next(), userId, kind: 'REPORT_OUTCOME', reportId },
  })
  await database.pendingNotification.create({
    data: { userId, kind: 'SHARE', subjectId: post.id, quarter: TOMORROW },
  })
  await database.thanks.createMany({
    data: [
      { id: ids.next(), senderId: userId, postId: liked.id, text: markers.Thanks },
      { id: ids.next(), senderId: authorId, postId: post.id, text: 'Thank you too' },
    ],
  })
}

const TOMORROW = new Date(Date.now() + 24 * 60 * 60 * 1000)

function markersFor(userId: string) {
  return {
    User: 'An example of a bio',
    UserSearch: ' an example of a person in the search ',
    Post: 'An example of a post',
    PostSearch: ' an example of a post in the search ',
    PostKey: 'an-example-of-a-key',
    FeedEvent: 'An example of a comment',
    UndoneShare: 'the id of a share',
    Mute: '2031-02-03T04:05:06.007Z',
    Block: 'the id of another account',
    Invitation: 'an-example-of-a-code',
    Invitee: 'the id of an invitation',
    InvitationFollow: 'the id of a person to follow',
    Report: 'An example of details',
    ModerationEvent: 'An example of a rule',
    ModerationNote: 'An example of a note',
    Appeal: 'An example of an appeal',
    HiddenPost: 'the id of a decision',
    HiddenShare: 'An example of a hidden comment',
    HiddenProfile: 'An example of a hidden bio',
    Notification: 'the id of a post',
    NotificationActor: 'the id of a person who liked',
    PendingNotification: 'a mark',
    NotificationSettings: 'Pacific/Kiritimati',
    Thanks: 'An example of thanks',
    Webhook: 'subscription { anExampleOfADocument }',
    WebhookDelivery: 'An example of a payload',
    Media: userId.replaceAll('-', '').padEnd(64, 'e'),
    Session: '2001-02-03T04:05:06.007Z',
    ApiToken: 'An example of a token',
    Account: 'an-example-of-a-subject',
    Passkey: 'An example of a passkey',
    TwoFactor: '2002-03-04T05:06:07.008Z',
    RecoveryCode: 'an-example-of-a-recovery-code',
    MailLink: 'an-example-of-a-link',
    Verification: 'An example of a challenge',
  }
}
