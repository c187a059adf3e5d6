import {
  accountData,
  type HandWrittenSection,
  type SelectedTable,
} from '#api/database/account-data.ts'
import type { Database } from '#api/database/client.ts'
import { timeOf, toPublicId } from '#api/lib/ids.ts'
import { deviceOf } from '#rules/device.ts'
import type { ReportRow } from '../report/report.row.ts'
import { publicSubjectId } from '../report/snapshot.ts'
import { readAppeals, readDecisions, readReports } from './export.moderation.read.ts'
import { readNotifications, readThanks } from './export.notifications.read.ts'
import {
  type ExportedAccount,
  type ExportedPost,
  identitiesOf,
  pathInZip,
  readBlocks,
  readFollows,
  readLikes,
  readListedRows,
  readMutes,
  readPosts,
  readShares,
  readUploads,
} from './export.read.ts'

/** Streams one section's JSON. */
type Section = (database: Database, account: ExportedAccount) => AsyncGenerator<string>

const customSections: Record<HandWrittenSection, Section> = {
  async *account(_database, account) {
    yield JSON.stringify(accountJson(account), null, 2)
  },
  identities: (_database, account) => list(identitiesOf(account), (identity) => identity),
  sessions: (_database, { sessions }) =>
    list(sessions, ({ userAgent, createdAt, updatedAt }) => ({
      device: deviceOf(userAgent),
      createdAt,
      lastUsedAt: updatedAt,
    })),
  uploads: (database, { id }) =>
    list(readUploads(database, id), (upload) => {
      const { width, height, createdAt } = upload
      return { file: pathInZip(upload), width, height, createdAt }
    }),
  posts: (database, { id }) => list(readPosts(database, id), postJson),
  likes: (database, { id }) =>
    list(readLikes(database, id), ({ postId, createdAt, post }) => ({
      postId: toPublicId('Post', postId),
      author: post.author.username,
      createdAt,
    })),
  follows: (database, { id }) =>
    list(readFollows(database, id), (follow) => ({
      userId: toPublicId('User', follow.followeeId),
      username: follow.followee.username,
      createdAt: timeOf(follow.id),
    })),
  mutes: (database, { id }) =>
    list(readMutes(database, id), (mute) => ({
      userId: toPublicId('User', mute.mutedId),
      username: mute.username,
      until: mute.until,
      createdAt: timeOf(mute.id),
    })),
  blocks: (database, { id }) =>
    list(readBlocks(database, id), (block) => ({
      userId: toPublicId('User', block.blockedId),
      username: block.blocked.username,
      createdAt: timeOf(block.id),
    })),
  shares: (database, { id }) =>
    list(readShares(database, id), (share) => ({
      postId: toPublicId('Post', share.postId),
      author: share.post.author.username,
      comment: share.comment,
      createdAt: timeOf(share.id),
    })),
  notifications: (database, { id }) =>
    list(
      readNotifications(database, id),
      ({ id, kind, actorsCount, newestActors, ...subject }) => ({
        id: toPublicId('Notification', id),
        kind,
        ...(newestActors && { actorsCount, newestActors }),
        postId: subject.postId && toPublicId('Post', subject.postId),
        replyId: subject.replyId && toPublicId('Post', subject.replyId),
        thanksId: subject.thanksId && toPublicId('Thanks', subject.thanksId),
        reportId: subject.reportId && toPublicId('Report', subject.reportId),
        createdAt: timeOf(id),
      }),
    ),
  thanks: (database, { id }) =>
    list(readThanks(database, id), ({ id, postId, text, isSent, other }) => ({
      id: toPublicId('Thanks', id),
      postId: toPublicId('Post', postId),
      ...(isSent ? { to: other } : { from: other }),
      text,
      createdAt: timeOf(id),
    })),
  reports: (database, { id }) => list(readReports(database, id), reportJson),
  decisions: (database, { id }) =>
    list(readDecisions(database, id), ({ id, followUps, ...decision }) => ({
      id: toPublicId('ModerationEvent', id),
      ...decision,
      isReversed: followUps.length > 0,
      createdAt: timeOf(id),
    })),
  appeals: (database, { id }) =>
    list(readAppeals(database, id), ({ id, decisionId, text, outcome, closedAt }) => ({
      decisionId: toPublicId('ModerationEvent', decisionId),
      text,
      outcome,
      createdAt: timeOf(id),
      closedAt,
    })),
}

/** All sections that `accountData` declares, by name. */
const sections = new Map(
  Object.entries(accountData).flatMap(([table, { export: exported }]): [string, Section][] => {
    if ('leftOut' in exported) return []
    if (!('select' in exported)) return [[exported.section, customSections[exported.section]]]
    return [
      [
        exported.section,
        (database, { id }) =>
          list(readListedRows(database, table as SelectedTable, id), (row) => row),
      ],
    ]
  }),
)

/** Streams an account's data as one JSON object. */
export async function* dataJson(
  database: Database,
  account: ExportedAccount,
): AsyncGenerator<string> {
  yield `{\n"exportedAt": ${JSON.stringify(new Date())}`
  for (const [name, section] of sections) {
    yield `,\n${JSON.stringify(name)}: `
    yield* section(database, account)
  }
  yield '\n}\n'
}

function accountJson({
  id,
  username,
  displayName,
  email,
  emailVerified,
  bio,
  avatar,
  avatarMedia,
  twoFactor,
  createdAt,
}: ExportedAccount) {
  const profile = {
    id: toPublicId('User', id),
    username,
    displayName,
    bio,
    avatar,
    avatarFile: pathInZip(avatarMedia),
  }
  return {
    ...profile,
    email,
    emailVerified,
    twoStepSignInSince: twoFactor?.confirmedAt ?? null,
    createdAt,
  }
}

function postJson({
  id,
  content,
  mediaType,
  imageUrl,
  imageAlt,
  videoUrl,
  media,
  likesCount,
  sharesCount,
  repliesCount,
  inReplyToId,
  createdAt,
}: ExportedPost) {
  const picture = { imageUrl, imageAlt, imageFile: pathInZip(media) }
  return {
    id: toPublicId('Post', id),
    content,
    mediaType,
    ...picture,
    videoUrl,
    likesCount,
    sharesCount,
    repliesCount,
    inReplyToId: inReplyToId && toPublicId('Post', inReplyToId),
    createdAt,
  }
}

function reportJson({
  id,
  subjectType,
  subjectId,
  reason,
  details,
  closedAt,
  decision,
}: ReportRow) {
  return {
    id: toPublicId('Report', id),
    subjectId: subjectId && publicSubjectId({ type: subjectType, id: subjectId }),
    reason,
    details,
    createdAt: timeOf(id),
    closedAt,
    outcome: decision?.action ?? null,
    rule: decision?.ruleTitle ?? null,
    isReversed: (decision?.followUps.length ?? 0) > 0,
  }
}

async function* list<Row>(
  rows: AsyncIterable<Row> | Iterable<Row>,
  toJson: (row: Row) => object,
): AsyncGenerator<string> {
  let separator = '[\n'
  for await (const row of rows) {
    yield separator + JSON.stringify(toJson(row))
    separator = ',\n'
  }
  yield separator === '[\n' ? '[]' : '\n]'
}
