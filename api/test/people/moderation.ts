import type { ReportReason } from '#api/database/generated/prisma/enums.ts'
import type { Caller, TestApi } from '../servers/test-api.ts'

const REPORT = /* GraphQL */ `
  mutation ($input: ReportContentInput!) {
    reportContent(input: $input) { report { id } userErrors { code } }
  }`
export const RESOLVE = /* GraphQL */ `
  mutation ($input: ResolveReportInput!) {
    resolveReport(input: $input) {
      report { id status outcome rule { ruleId title text } decision { id note } }
      closedReports { id }
      userErrors { code reason field }
    }
  }`

export const APPEAL = /* GraphQL */ `
  mutation ($eventId: ID!) {
    appealDecision(input: { eventId: $eventId, text: "It was a joke" }) { userErrors { code } }
  }`

/** The first rule of the product. */
export const A_RULE = 'be-kind'

/** Reports and decisions, made with real operations. */
export function moderation({ as, aUser }: Pick<TestApi, 'as' | 'aUser'>) {
  const aModerator = async (services: TestApi['services']) => {
    const user = await aUser()
    const { database } = services
    await database.user.update({ where: { id: user.id }, data: { role: 'MODERATOR' } })
    return { ...user, role: 'MODERATOR' as const }
  }
  /** @returns the public id of the report */
  const aReport = async (
    subject: { publicId: string },
    by?: { id: string },
    reason: ReportReason = 'HOSTILE',
  ): Promise<string> => {
    const caller = as(by ?? (await aUser()))
    const input = { subjectId: subject.publicId, reason }
    return (await caller.data(REPORT, { input })).reportContent.report.id
  }
  const resolve = async (caller: Caller, reportId: string, action: string, rest: object = {}) => {
    const rule = action === 'NONE' ? null : A_RULE
    const input = { reportId, action, rule, ...rest }
    return (await caller.data(RESOLVE, { input })).resolveReport
  }
  return { aModerator, aReport, resolve }
}
