import type { Context } from '#api/context.ts'
import { DEMO_USER_UUID } from '#api/lib/ids.ts'
import { paths, rulePath } from '#rules/paths.ts'
import { renderMail, type Template } from '../auth/mail/mail-templates.ts'
import type { ReportRow } from '../report/report.row.ts'
import type { Action } from './decision.rules.ts'
import { CITED } from './invitees.write.ts'

type Needs = Pick<Context, 'database' | 'mail' | 'settings'>
type Paragraphs = Pick<Template, 'subject' | 'before' | 'after'>

/** What was done, as the reporter reads it. */
const reporterOutcomes: Record<Action, string> = {
  NONE: 'We looked at it and found that it doesn’t break our rules, so it stays.',
  HIDE: 'It breaks our rules. We hid it from everyone.',
  REMOVE: 'It breaks our rules. We removed it.',
  WARN: 'It breaks our rules. We warned the person who is behind it.',
  SUSPEND: 'It breaks our rules. We suspended the account that is behind it.',
}

/** The same, as the author reads it. */
const authorOutcomes: Record<Exclude<Action, 'NONE'>, string> = {
  HIDE: 'We hid something of yours from everyone, because it breaks a rule.',
  REMOVE: 'We removed something of yours, because it breaks a rule. After 30 days it is deleted.',
  WARN: 'Something of yours breaks a rule. This is a warning.',
  SUSPEND:
    'We suspended your account, because something of yours breaks a rule. You can still read.',
}

/** Emails the outcome of a decision to everyone whose report it answered, and to the author. */
export function mailDecision(context: Needs, reports: readonly ReportRow[]): void {
  const [first] = reports
  const action = first?.decision?.action
  if (!action) return
  const { ruleId, ruleTitle } = first.decision ?? {}
  const address = ruleId ? context.settings.publicUrl + rulePath(ruleId) : ''
  const rule = ruleTitle ? [`The rule: ${ruleTitle} ${address}`] : []
  for (const { reporterId } of reports)
    send(context, reporterId, {
      subject: 'Your report: our decision',
      before: ['Thank you for your report.', reporterOutcomes[action], ...rule],
      after: ['We don’t tell anyone who reported it.'],
    })
  if (action !== 'NONE') mailMember(context, first.authorId, [authorOutcomes[action], ...rule])
}

/** Emails members who were suspended because they joined with an invitation. */
export function mailSuspendedInvitees(context: Needs, memberIds: readonly string[]): void {
  for (const memberId of memberIds)
    mailMember(context, memberId, [
      'We suspended your account. You can still read.',
      CITED.ruleText,
    ])
}

function mailMember(context: Needs, memberId: string | null, before: string[]): void {
  send(context, memberId, {
    subject: 'A decision about your account',
    before,
    after: ['If you disagree, you can appeal there, once.'],
  })
}

/** Tells the member that a decision was taken back. */
export function mailReversal(context: Needs, memberId: string | null): void {
  send(context, memberId, {
    subject: 'We took a decision back',
    before: ['We looked again at a decision about your account, and took it back.'],
    after: ['Sorry for the trouble.'],
  })
}

/** Tells the member that their appeal changes nothing. */
export function mailKeptDecision(context: Needs, memberId: string | null): void {
  send(context, memberId, {
    subject: 'Your appeal: our decision',
    before: ['We looked again at the decision that you appealed. It stays as it is.'],
    after: ['Thank you for telling us what you think.'],
  })
}

function send(
  { database, mail, settings: { publicUrl } }: Needs,
  userId: string | null,
  template: Paragraphs,
): void {
  if (userId === null || userId === DEMO_USER_UUID) return
  mail?.send(async () => {
    const recipient = await database.user.findUnique({ where: { id: userId, disabledAt: null } })
    if (!recipient) return null
    const withButton = { ...template, button: 'See your reports' }
    return renderMail(withButton, recipient, paths.reports, publicUrl)
  })
}
