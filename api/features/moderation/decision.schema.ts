import { consumeWriteLimit, moderatorOf } from '#api/actor.ts'
import { builder } from '#api/graphql/builder.ts'
import { emptyToNull, inputOf } from '#api/graphql/inputs.ts'
import { withUserErrors } from '#api/graphql/payload.ts'
import * as fields from '#rules/fields.ts'
import { ModerationActionEnum, ReportNode } from '../report/report.type.ts'
import { subjectNotFound } from '../report/report.write.ts'
import { parseSubject } from '../report/snapshot.ts'
import { findRule } from '../rule/rule.read.ts'
import { UserNode } from '../user/user.type.ts'
import { checkMeasure } from './decision.rules.ts'
import { resolveReport } from './decision.write.ts'
import { ModerationEvent } from './event.type.ts'
import { memberReads } from './member.read.ts'
import { parseEventId, parseReportId, parseUserId } from './moderation-ids.ts'
import { mailDecision, mailReversal } from './outcome-mails.ts'
import { liftSuspension, reverseDecision, unhideContent } from './reversal.write.ts'
import { readReportedSubject } from './subject.read.ts'

const validate = inputOf({ note: emptyToNull(fields.moderationNote) })

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
        checkMeasure({ action, suspendDays, hidePosts, hasRule: !!input.rule })
        await consumeWriteLimit(context, 'moderation')
        const measure = { action, suspendDays, hidePosts, note }
        const closedReports = await resolveReport(context, {
          reportId,
          moderatorId,
          ...measure,
          rule: await findRule(context.settings, input.rule),
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
    'unhideContent',
    {
      validate,
      inputFields: (t) => ({
        subjectId: t.id({ required: true, description: 'A post, a share, a user or thanks.' }),
        note: t.string({ description: 'For the log, which only moderators read.' }),
      }),
    },
    {
      scope: 'moderate',
      authScopes: { moderator: true },
      description:
        'Takes back all decisions that hide something. What a suspension or the operator hides stays hidden.',
      resolve: async (_root, { input }, context) => {
        const { id: moderatorId } = moderatorOf(context)
        const subject = parseSubject(String(input.subjectId))
        if (!subject) throw subjectNotFound()
        await consumeWriteLimit(context, 'moderation')
        const { note = null } = input
        const events = await unhideContent(context, subject, { moderatorId, note })
        mailReversal(context, events[0]?.memberId ?? null)
        return { subject, events }
      },
    },
    {
      outputFields: (t) => ({
        subject: t.field({
          type: builder.nodeInterfaceRef(),
          nullable: true,
          description: 'Null if something else hides it.',
          resolve: ({ subject, events }, _args, context) =>
            subject &&
            readReportedSubject(
              {
                ...{ subjectType: subject.type, subjectId: subject.id },
                ...{ authorId: events?.[0]?.memberId ?? null, reporterId: null },
              },
              context,
            ),
        }),
        events: t.field({
          type: [ModerationEvent],
          nullable: true,
          description: 'The decisions that it took back.',
          resolve: ({ events }) => events,
        }),
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
