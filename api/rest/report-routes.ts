import { RestReportContentDocument } from './documents/report.generated.ts'
import * as inputs from './inputs.ts'
import { type OperationRoute, operationRoute, required } from './route.ts'
import { changeErrors } from './route-parts.ts'
import { Report } from './schemas.ts'
import { withoutUndefined } from './variables.ts'

export const reportRoutes: readonly OperationRoute[] = [
  operationRoute({
    name: 'reportContent',
    method: 'post',
    path: '/reports',
    tag: 'Reports',
    summary: 'Report a post, a share, a user or thanks to the moderators',
    description: 'While your report is open, reporting the same again returns it.',
    body: inputs.newReport,
    document: RestReportContentDocument,
    toVariables: ({ body: { subjectId, reason, ...rest } }) => ({
      input: { subjectId, reason, ...withoutUndefined(rest) },
    }),
    toResult: ({ reportContent: { report } }) => ({
      body: required(report, 'REPORT_SUBJECT_NOT_FOUND'),
    }),
    status: 201,
    response: Report,
    errors: changeErrors,
  }),
]
