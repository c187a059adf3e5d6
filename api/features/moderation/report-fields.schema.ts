import { isModerator } from '#api/actor.ts'
import type { Context } from '#api/context.ts'
import { builder } from '#api/graphql/builder.ts'
import { upTo } from '#api/graphql/response-bytes.ts'
import { isoTimeOf, toPublicId } from '#api/lib/ids.ts'
import { limits } from '#rules/limits.ts'
import { reportPicturePath } from '#rules/paths.ts'
import type { ReportRow } from '../report/report.row.ts'
import { ReportNode } from '../report/report.type.ts'
import { suspensionAt } from '../user/suspension.ts'
import { UserNode } from '../user/user.type.ts'
import { concerns } from './decision.rules.ts'
import { ModerationEvent, readMember } from './event.type.ts'
import { type History, MAX_LISTED, moderationReads, type NoteRow } from './moderation.read.ts'
import { readReportedSubject } from './subject.read.ts'
import { SuspensionObject } from './suspension.type.ts'

/** Options of Report's fields for moderators: null for its reporter and whom it concerns. */
function forModerators<Result>(resolve: (row: ReportRow, context: Context) => Result) {
  return {
    scope: 'moderate' as const,
    resolve: (row: ReportRow, _args: object, context: Context): Result | null =>
      isModerator(context) && !concerns(row, context.viewer?.id ?? null)
        ? resolve(row, context)
        : null,
  }
}

export const ModerationNote = builder.objectRef<NoteRow>('ModerationNote').implement({
  description: 'A note that only moderators read.',
  fields: (t) => ({
    id: t.id({ resolve: ({ id }) => toPublicId('ModerationNote', id) }),
    moderator: t.field({
      type: UserNode,
      nullable: true,
      scope: 'moderate',
      resolve: ({ moderatorId }, _args, context) => readMember(moderatorId, context),
    }),
    text: t.exposeString('text'),
    createdAt: t.field({ type: 'DateTime', resolve: ({ id }) => isoTimeOf(id) }),
  }),
})

const AuthorHistory = builder.objectRef<History>('AuthorHistory').implement({
  description: 'What moderators know about an author.',
  fields: (t) => ({
    reportsCount: t.exposeInt('reportsCount', { description: 'Open and closed reports.' }),
    suspension: t.field({
      type: SuspensionObject,
      nullable: true,
      resolve: (history) => suspensionAt(history),
    }),
    decisions: t.expose('decisions', {
      type: [ModerationEvent],
      description: 'The newest ones with an effect.',
      complexity: { field: 1, multiplier: MAX_LISTED },
    }),
  }),
})

builder.objectField(ReportNode, 'subject', (t) =>
  t.field({
    type: builder.nodeInterfaceRef(),
    nullable: true,
    scope: 'read',
    description: 'A post, a share, a user or thanks. Null if it is hidden or gone.',
    resolve: (report, _args, context) => readReportedSubject(report, context),
  }),
)

builder.objectFields(ReportNode, (t) => ({
  reporter: t.field({
    type: UserNode,
    nullable: true,
    description: 'Only for moderators. Null after the account was deleted.',
    ...forModerators(({ reporterId }, context) => readMember(reporterId, context)),
  }),
  author: t.field({
    type: UserNode,
    nullable: true,
    description: 'Only for moderators. Null after the account was deleted.',
    ...forModerators(({ authorId }, context) => readMember(authorId, context)),
  }),
  authorHistory: t.field({
    type: AuthorHistory,
    nullable: true,
    description: 'Only for moderators.',
    ...forModerators(({ authorId }, { database }) =>
      authorId === null ? null : moderationReads(database).historyOf(authorId),
    ),
  }),
  pictureUrl: t.string({
    extensions: upTo(limits.linkLength),
    nullable: true,
    description:
      'Only for moderators: the path of the uploaded picture in the snapshot, also while it is hidden.',
    ...forModerators(({ id, mediaId }) =>
      mediaId === null ? null : reportPicturePath(toPublicId('Report', id)),
    ),
  }),
  claimedBy: t.field({
    type: UserNode,
    nullable: true,
    description: 'Only for moderators: who works on it. A claim ends after half an hour.',
    ...forModerators(({ claimedById }, context) => readMember(claimedById, context)),
  }),
  claimedAt: t.field({
    type: 'DateTime',
    nullable: true,
    description: 'Only for moderators.',
    ...forModerators(({ claimedAt }) => claimedAt),
  }),
  openReportsCount: t.int({
    nullable: true,
    description:
      'Only for moderators: open reports about the same subject. One decision answers them all.',
    ...forModerators(({ subjectId }, { database }) =>
      subjectId === null ? 0 : moderationReads(database).openReports(subjectId),
    ),
  }),
  notes: t.field({
    type: [ModerationNote],
    nullable: true,
    description: 'Only for moderators: the newest ten, oldest first.',
    complexity: { field: 10, multiplier: MAX_LISTED },
    ...forModerators(({ id }, { database }) => moderationReads(database).notesOf(id)),
  }),
  decision: t.field({
    type: ModerationEvent,
    nullable: true,
    description: 'Only for moderators.',
    ...forModerators(({ decisionId }, { database }) =>
      decisionId === null ? null : moderationReads(database).event(decisionId),
    ),
  }),
}))
