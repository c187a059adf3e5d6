import { builder } from '#api/graphql/builder.ts'
import { emptyToNull, inputOf } from '#api/graphql/inputs.ts'
import { mutation } from '#api/graphql/mutation.ts'
import * as fields from '#rules/fields.ts'
import { ModerationActionEnum, ReportNode } from '../report/report.type.ts'
import { parseSubject } from '../report/snapshot.ts'
import { findRule } from '../rule/rule.read.ts'
import { userReads } from '../user/user.read.ts'
import { parseUserId } from '../user/user.rules.ts'
import { UserNode } from '../user/user.type.ts'
import { checkMeasure, parseEventId, parseReportId, subjectNotFound } from './decision.rules.ts'
import { resolveReport } from './decision.write.ts'
import { ModerationEvent } from './event.type.ts'
import { mailDecision, mailReversal } from './outcome-mails.ts'
import { isAboutMember, liftSuspension, reverseDecision, unhideContent } from './reversal.write.ts'
import { readReportedSubject } from './subject.read.ts'

/** Members decide how many there are, so the response has a bound. */
const MAX_CLOSED_REPORTS = 100

const validate = inputOf({ note: emptyToNull(fields.moderationNote) })

mutation({
  name: 'resolveReport',
  description:
    'Decides a report, and with it the other open reports about the same subject. Reporters and author learn the outcome and the rule, never who decided.',
  needs: 'moderator',
  scope: 'moderate',
  limit: 'moderation',
  validate,
  input: (t) => ({
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
  async write({ action, note = null, ...input }, { actor, context }) {
    const reportId = parseReportId(input.reportId)
    const [suspendDays, hidePosts] = [input.suspendDays ?? null, input.hidePosts ?? false]
    checkMeasure({ action, suspendDays, hidePosts, hasRule: !!input.rule })
    const closedReports = await resolveReport(context, {
      ...{ reportId, moderatorId: actor.id, action, suspendDays, hidePosts, note },
      rule: await findRule(context.settings, input.rule),
    })
    mailDecision(context, closedReports)
    const report = closedReports.find(({ id }) => id === reportId) ?? null
    return { closedReports: closedReports.slice(0, MAX_CLOSED_REPORTS), report }
  },
  returns: (t) => ({
    report: t.expose('report', { type: ReportNode, nullable: true }),
    closedReports: t.expose('closedReports', {
      type: [ReportNode],
      nullable: true,
      description: 'The reports that the decision answered, at most 100 of them.',
      complexity: { field: 1, multiplier: MAX_CLOSED_REPORTS },
    }),
  }),
})

mutation({
  name: 'reverseDecision',
  description:
    'Takes a decision back: what it hid is visible again, and its suspension ends. Deleted content stays deleted.',
  needs: 'moderator',
  scope: 'moderate',
  limit: 'moderation',
  validate,
  input: (t) => ({
    eventId: t.id({ required: true, description: 'An event of the kind DECISION.' }),
    note: t.string({ description: 'For the log, which only moderators read.' }),
  }),
  async write({ eventId, note = null }, { actor, context }) {
    const reversal = { moderatorId: actor.id, note }
    const event = await reverseDecision(context, parseEventId(eventId), reversal)
    if (isAboutMember(event)) mailReversal(context, event.memberId)
    return { event }
  },
  returns: (t) => ({ event: t.expose('event', { type: ModerationEvent, nullable: true }) }),
})

mutation({
  name: 'unhideContent',
  description:
    'Takes back all decisions that hide something. What a suspension or the operator hides stays hidden.',
  needs: 'moderator',
  scope: 'moderate',
  limit: 'moderation',
  validate,
  input: (t) => ({
    subjectId: t.id({ required: true, description: 'A post, a share, a user or thanks.' }),
    note: t.string({ description: 'For the log, which only moderators read.' }),
  }),
  async write({ subjectId, note = null }, { actor, context }) {
    const subject = parseSubject(subjectId)
    if (!subject) throw subjectNotFound()
    const events = await unhideContent(context, subject, { moderatorId: actor.id, note })
    mailReversal(context, events[0]?.memberId ?? null)
    return { subject, events }
  },
  returns: (t) => ({
    subject: t.field({
      type: builder.nodeInterfaceRef(),
      nullable: true,
      scope: 'read',
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
    events: t.expose('events', {
      type: [ModerationEvent],
      nullable: true,
      description: 'The decisions that it took back.',
    }),
  }),
})

mutation({
  name: 'liftSuspension',
  description: 'Ends the suspension of an account early, and shows the posts that it hid.',
  needs: 'moderator',
  scope: 'moderate',
  limit: 'moderation',
  validate,
  input: (t) => ({
    userId: t.id({ required: true }),
    note: t.string({ description: 'For the log, which only moderators read.' }),
  }),
  async write({ userId, note = null }, { actor, context }) {
    const id = parseUserId(userId)
    await liftSuspension(context, id, { moderatorId: actor.id, note })
    mailReversal(context, id)
    return { user: await userReads(context.database).evenIfBlocked(id, actor.id) }
  },
  returns: (t) => ({ user: t.expose('user', { type: UserNode, nullable: true }) }),
})
