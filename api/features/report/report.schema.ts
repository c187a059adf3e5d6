import { isOwner, limitedWrite } from '#api/actor.ts'
import { builder } from '#api/graphql/builder.ts'
import { idPage } from '#api/graphql/id-page.ts'
import { emptyToNull, inputOf } from '#api/graphql/inputs.ts'
import { mutation } from '#api/graphql/mutation.ts'
import * as fields from '#rules/fields.ts'
import { UserNode } from '../user/user.type.ts'
import { withOutcome } from './report.row.ts'
import { ReportConnection, ReportNode, ReportReasonEnum } from './report.type.ts'
import {
  type CreatedReport,
  createReport,
  findOpenReport,
  subjectNotFound,
} from './report.write.ts'
import { parseSubject } from './snapshot.ts'

mutation({
  name: 'reportContent',
  description:
    'Reports a post, a share, a user or thanks to the moderators. While the report is open, reporting the same again returns it.',
  needs: 'member',
  scope: 'write:follows',
  // The same again is free, also when the limit is used up.
  limit: null,
  validate: inputOf({ details: emptyToNull(fields.reportDetails) }),
  input: (t) => ({
    subjectId: t.id({
      required: true,
      description: 'A post, a share, a user, or thanks that the viewer received.',
    }),
    reason: t.field({ type: ReportReasonEnum, required: true }),
    details: t.string({ description: 'Up to 1,000 characters. null or "" is no text.' }),
  }),
  async write({ subjectId, reason, details = null }, { actor, context }) {
    const subject = parseSubject(subjectId)
    if (!subject) throw subjectNotFound()
    const reporterId = actor.id
    const earlier = await findOpenReport(context, { reporterId, subject })
    if (earlier) return { report: earlier, alreadyReported: true }
    const report = { reporterId, subject, reason, details }
    const isWritten = ({ alreadyReported }: CreatedReport) => !alreadyReported
    return limitedWrite(context, 'report', () => createReport(context, report), { isWritten })
  },
  returns: (t) => ({
    report: t.expose('report', { type: ReportNode, nullable: true }),
    alreadyReported: t.exposeBoolean('alreadyReported', {
      nullable: true,
      description: 'Whether the viewer’s earlier report was open still: it is the one returned.',
    }),
  }),
})

builder.objectField(UserNode, 'reports', (t) =>
  t.connection(
    {
      type: ReportNode,
      nullable: true,
      scope: 'read:private',
      description: 'What the viewer reported, newest first. Null for everyone else.',
      resolve: ({ id: reporterId }, args, context) => {
        if (!isOwner(reporterId, context)) return null
        return idPage({
          list: `reports ${reporterId}`,
          args,
          context,
          find: ({ where, ...query }) =>
            context.database.report.findMany({
              ...query,
              where: { ...where, reporterId },
              include: withOutcome,
            }),
        })
      },
    },
    ReportConnection,
  ),
)
