import { moderatorOf } from '#api/actor.ts'
import { builder } from '#api/graphql/builder.ts'
import { idPage } from '#api/graphql/id-page.ts'
import { inputOf } from '#api/graphql/inputs.ts'
import { mutation } from '#api/graphql/mutation.ts'
import * as fields from '#rules/fields.ts'
import { withOutcome } from '../report/report.row.ts'
import { ReportConnection, ReportNode, ReportStatusEnum } from '../report/report.type.ts'
import { parseReportId } from './decision.rules.ts'
import { addNote, claimReport, releaseReport } from './queue.write.ts'
import { ModerationNote } from './report-fields.schema.ts'

const conditions = {
  OPEN: { closedAt: null },
  RESOLVED: { decisionId: { not: null } },
  CLOSED: { closedAt: { not: null }, decisionId: null },
}

builder.queryField('moderationQueue', (t) =>
  t.connection(
    {
      type: ReportNode,
      nullable: true,
      scope: 'moderate',
      authScopes: { moderator: true },
      description:
        'Only for moderators: the reports that the viewer may judge. Open ones oldest first, others newest first.',
      args: { status: t.arg({ type: ReportStatusEnum, defaultValue: 'OPEN' }) },
      resolve: (_root, { status, ...args }, context) => {
        const { id: viewerId } = moderatorOf(context)
        const listed = status ?? 'OPEN'
        // In SQL, NULL <> id is not true.
        const isOthers = (column: 'reporterId' | 'authorId') => ({
          OR: [{ [column]: null }, { [column]: { not: viewerId } }],
        })
        return idPage({
          list: `moderationQueue ${listed}`,
          args,
          context,
          oldestFirst: listed === 'OPEN',
          find: ({ where, ...query }) =>
            context.database.report.findMany({
              ...query,
              where: {
                ...where,
                ...conditions[listed],
                AND: [isOthers('reporterId'), isOthers('authorId')],
              },
              include: withOutcome,
            }),
        })
      },
    },
    ReportConnection,
  ),
)

const claims = {
  claimReport: {
    change: claimReport,
    description:
      'Tells other moderators that the viewer works on a report, for half an hour. Idempotent.',
  },
  releaseReport: {
    change: releaseReport,
    description: 'Ends the viewer’s claim of a report, so that others can judge it. Idempotent.',
  },
}

for (const [name, { change, description }] of Object.entries(claims))
  mutation({
    name,
    description,
    needs: 'moderator',
    scope: 'moderate',
    limit: 'moderation',
    input: (t) => ({ reportId: t.id({ required: true }) }),
    write: async ({ reportId }, { actor, context }) => ({
      report: await change(context, parseReportId(reportId), actor.id),
    }),
    returns: (t) => ({ report: t.expose('report', { type: ReportNode, nullable: true }) }),
  })

mutation({
  name: 'addModerationNote',
  description: 'Adds a note to a report, which only moderators read.',
  needs: 'moderator',
  scope: 'moderate',
  limit: 'moderation',
  validate: inputOf({ text: fields.moderationNote }),
  input: (t) => ({
    reportId: t.id({ required: true }),
    text: t.string({ required: true, description: 'Up to 2,000 characters.' }),
  }),
  write: ({ reportId, text }, { actor, context }) =>
    addNote(context, { reportId: parseReportId(reportId), moderatorId: actor.id, text }),
  returns: (t) => ({
    note: t.expose('note', { type: ModerationNote, nullable: true }),
    report: t.expose('report', { type: ReportNode, nullable: true }),
  }),
})
