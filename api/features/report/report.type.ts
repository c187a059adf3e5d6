import {
  type ModerationAction,
  ReportReason,
  ReportSubject,
} from '#api/database/generated/prisma/enums.ts'
import { builder } from '#api/graphql/builder.ts'
import { loadedWith } from '#api/graphql/token-scopes.ts'
import { isoTimeOf, toPublicId } from '#api/lib/ids.ts'
import { CitedRule, citedRule } from '../rule/rule.type.ts'
import { reportsById } from './report.read.ts'
import type { ReportRow } from './report.row.ts'
import { publicSubjectId, type Snapshot } from './snapshot.ts'

export const ReportReasonEnum = builder.enumType(ReportReason, { name: 'ReportReason' })
export const ReportSubjectEnum = builder.enumType(ReportSubject, { name: 'ReportSubjectType' })
export const ModerationActionEnum = builder.enumType('ModerationAction', {
  values: {
    NONE: { description: 'The subject breaks no rule.' },
    HIDE: { description: 'No one sees it. Reversible.' },
    REMOVE: { description: 'No one sees it. It is deleted after 30 days without an open appeal.' },
    WARN: { description: 'The author reads which rule it breaks.' },
    SUSPEND: { description: 'The author can only read, appeal and leave.' },
  } satisfies Record<ModerationAction, object>,
})
export const ReportStatusEnum = builder.enumType('ReportStatus', {
  values: {
    OPEN: {},
    RESOLVED: { description: 'A moderator decided.' },
    CLOSED: { description: 'The reporter or the author deleted their account.' },
  },
})

export const SnapshotObject = builder.objectRef<Snapshot>('ReportSnapshot').implement({
  description: 'The subject of a report as it was then.',
  fields: (t) => ({
    displayName: t.exposeString('displayName'),
    username: t.exposeString('username'),
    avatar: t.exposeString('avatar', { nullable: true }),
    content: t.exposeString('content', {
      nullable: true,
      description: 'The text of a post or of thanks, the comment of a share, or the bio of a user.',
    }),
    imageUrl: t.exposeString('imageUrl', {
      nullable: true,
      description: 'The picture of a post, or the avatar of a user.',
    }),
    imageAlt: t.exposeString('imageAlt', { nullable: true }),
    videoUrl: t.exposeString('videoUrl', { nullable: true }),
    postId: t.id({
      nullable: true,
      description: 'The shared post, or the one that thanks are for.',
      resolve: ({ postId }) => postId && toPublicId('Post', postId),
    }),
  }),
})

function statusOf({ closedAt, decisionId }: ReportRow) {
  if (!closedAt) return 'OPEN'
  return decisionId ? 'RESOLVED' : 'CLOSED'
}

export const ReportNode = builder.node(builder.objectRef<ReportRow>('Report'), {
  id: { resolve: ({ id }) => id },
  description: 'Visible to its reporter, who never learns who decided, and to moderators.',
  isTypeOf: (value) => typeof value === 'object' && value !== null && 'reporterId' in value,
  ...loadedWith('read:private', reportsById),
  fields: (t) => ({
    subjectType: t.expose('subjectType', { type: ReportSubjectEnum }),
    subjectId: t.id({
      nullable: true,
      description:
        'A post, a share, a user or thanks. Null after the author deleted their account.',
      resolve: ({ subjectType: type, subjectId: id }) => id && publicSubjectId({ type, id }),
    }),
    snapshot: t.field({
      type: SnapshotObject,
      nullable: true,
      description: 'Null after the author deleted their account.',
      resolve: ({ snapshot }) => snapshot as Snapshot | null,
    }),
    reason: t.expose('reason', { type: ReportReasonEnum }),
    details: t.exposeString('details', { nullable: true }),
    createdAt: t.field({ type: 'DateTime', resolve: ({ id }) => isoTimeOf(id) }),
    status: t.field({ type: ReportStatusEnum, resolve: statusOf }),
    closedAt: t.expose('closedAt', { type: 'DateTime', nullable: true }),
    outcome: t.field({
      type: ModerationActionEnum,
      nullable: true,
      description: 'What was decided. Null unless the report is resolved.',
      resolve: ({ decision }) => decision?.action ?? null,
    }),
    rule: t.field({
      type: CitedRule,
      nullable: true,
      description: 'The rule of the decision.',
      resolve: ({ decision }) => citedRule(decision),
    }),
    isReversed: t.boolean({
      description: 'Whether the decision was taken back, for example after an appeal.',
      resolve: ({ decision }) => (decision?.followUps.length ?? 0) > 0,
    }),
  }),
})

export const ReportConnection = builder.connectionObject({
  type: ReportNode,
  name: 'ReportConnection',
})
