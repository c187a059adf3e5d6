import { consumeWriteLimit, moderatorOf } from '#api/actor.ts'
import type { Context } from '#api/context.ts'
import { builder } from '#api/graphql/builder.ts'
import { emptyToNull, inputOf } from '#api/graphql/inputs.ts'
import { withUserErrors } from '#api/graphql/payload.ts'
import { AppError } from '#api/lib/errors.ts'
import * as fields from '#rules/fields.ts'
import { ModerationActionEnum, ReportNode } from '../report/report.type.ts'
import type { Rule } from '../rule/parse-rules.ts'
import { readRules } from '../rule/rule.read.ts'
import { UserNode } from '../user/user.type.ts'
import { checkMeasure } from './decision.rules.ts'
import { resolveReport } from './decision.write.ts'
import { ModerationEvent } from './event.type.ts'
import { memberReads } from './member.read.ts'
import { parseEventId, parseReportId, parseUserId } from './moderation-ids.ts'
import { mailDecision, mailReversal } from './outcome-mails.ts'
import { liftSuspension, reverseDecision } from './reversal.write.ts'

const validate = inputOf({ note: emptyToNull(fields.moderationNote) })

async function findRule(id: string | null, { settings }: Context): Promise<Rule | null> {
  if (id === null) return null
  const { rules } = await readRules(settings)
  const rule = rules.find((each) => each.id === id)
  if (!rule) throw new AppError('BAD_INPUT', 'RULE_NOT_FOUND', { field: 'rule' })
  return rule
}

withUserErrors(
  builder.relayMutationField(
    'resolveReport',
    {
      validate,
      inputFields: (t) => ({
        reportId: t.id({ required: true }),
        action: t.field({ type: ModerationActionEnum, required: true }),
        suspendDays: t.int({
          description: 'Only with SUSPEND. null lasts until a moderator lifts it.',
        }),
        hidePosts: t.boolean({
          description: 'Only with SUSPEND: hides the author’s posts while it lasts.',
        }),
        rule: t.id({ description: 'The id of the broken rule. Required unless action is NONE.' }),
        note: t.string({ description: 'For the log, which only moderators read.' }),
      }),
    },
    {
      scope: 'moderate',
      authScopes: { moderator: true },
      description:
        'Decides a report, and with it the other open reports about the same subject. Reporters and author learn the outcome and the rule, never who decided.',
      resolve: async (_root, { input }, context) => {
        const { id: moderatorId } = moderatorOf(context)
        const reportId = parseReportId(String(input.reportId))
        const { action, note = null } = input
        const [suspendDays, hidePosts] = [input.suspendDays ?? null, input.hidePosts ?? false]
        const ruleId = input.rule == null || input.rule === '' ? null : String(input.rule)
        checkMeasure({ action, suspendDays, hidePosts, hasRule: ruleId !== null })
        await consumeWriteLimit(context, 'moderation')
        const measure = { action, suspendDays, hidePosts, note }
        const closedReports = await resolveReport(context, {
          reportId,
          moderatorId,
          ...measure,
          rule: await findRule(ruleId, context),
        })
        mailDecision(context, closedReports)
        return { closedReports, report: closedReports.find(({ id }) => id === reportId) ?? null }
      },
    },
    {
      outputFields: (t) => ({
        report: t.field({ type: ReportNode, nullable: true, resolve: ({ report }) => report }),
        closedReports: t.field({
          type: [ReportNode],
          nullable: true,
          description: 'All reports that the decision answered.',
          resolve: ({ closedReports }) => closedReports,
        }),
      }),
    },
  ),
)

withUserErrors(
  builder.relayMutationField(
    'reverseDecision',
    {
      validate,
      inputFields: (t) => ({
        eventId: t.id({ required: true, description: 'An event of the kind DECISION.' }),
        note: t.string({ description: 'For the log, which only moderators read.' }),
      }),
    },
    {
      scope: 'moderate',
      authScopes: { moderator: true },
      description:
        'Takes a decision back: what it hid is visible again, and its suspension ends. Deleted content stays deleted.',
      resolve: async (_root, { input }, context) => {
        const { id: moderatorId } = moderatorOf(context)
        const eventId = parseEventId(String(input.eventId))
        await consumeWriteLimit(context, 'moderation')
        const { note = null } = input
        const event = await reverseDecision(context, eventId, { moderatorId, note })
        mailReversal(context, event.memberId)
        return { event }
      },
    },
    {
      outputFields: (t) => ({
        event: t.field({ type: ModerationEvent, nullable: true, resolve: ({ event }) => event }),
      }),
    },
  ),
)

withUserErrors(
  builder.relayMutationField(
    'liftSuspension',
    {
      validate,
      inputFields: (t) => ({
        userId: t.id({ required: true }),
        note: t.string({ description: 'For the log, which only moderators read.' }),
      }),
    },
    {
      scope: 'moderate',
      authScopes: { moderator: true },
      description: 'Ends the suspension of an account early, and shows the posts that it hid.',
      resolve: async (_root, { input }, context) => {
        const { id: moderatorId } = moderatorOf(context)
        const id = parseUserId(String(input.userId))
        await consumeWriteLimit(context, 'moderation')
        await liftSuspension(context, id, { moderatorId, note: input.note ?? null })
        return { user: await memberReads(context.database)({ id, viewerId: moderatorId }) }
      },
    },
    {
      outputFields: (t) => ({
        user: t.field({ type: UserNode, nullable: true, resolve: ({ user }) => user }),
      }),
    },
  ),
)
