import type { Viewer } from '#api/context.ts'
import { AppError } from '#api/lib/errors.ts'
import { DEMO_USER_UUID, idParser } from '#api/lib/ids.ts'
import { limits } from '#rules/limits.ts'
import type { SuspensionColumns } from '../user/suspension.ts'

type Role = Viewer['role']
export type Action = 'NONE' | 'HIDE' | 'REMOVE' | 'WARN' | 'SUSPEND'

const CLAIM_MS = limits.claimMinutes * 60 * 1000
/** How long removed content can be restored. */
export const REMOVAL_MS = 30 * 24 * 60 * 60 * 1000
const DAY_MS = 24 * 60 * 60 * 1000

export const reportNotFound = () =>
  new AppError('NOT_FOUND', 'REPORT_NOT_FOUND', { field: 'reportId' })
export const parseReportId = idParser('Report', reportNotFound)
export const decisionNotFound = () =>
  new AppError('NOT_FOUND', 'DECISION_NOT_FOUND', { field: 'eventId' })
export const parseEventId = idParser('ModerationEvent', decisionNotFound)
export const subjectNotFound = () =>
  new AppError('NOT_FOUND', 'SUBJECT_NOT_FOUND', { field: 'subjectId' })

interface Parties {
  reporterId: string | null
  authorId: string | null
}

/** Nobody judges a report about themself or by themself. */
export function concerns({ reporterId, authorId }: Parties, userId: string | null): boolean {
  return userId !== null && (userId === reporterId || userId === authorId)
}

export function requireJudge(parties: Parties, moderatorId: string): void {
  if (concerns(parties, moderatorId)) throw new AppError('FORBIDDEN', 'OWN_CASE')
}

interface Claim {
  claimedById: string | null
  claimedAt: Date | null
}

/** @throws AppError CONFLICT while another moderator's claim lasts */
export function requireUnclaimed(claim: Claim, moderatorId: string, now = Date.now()): void {
  const { claimedById, claimedAt } = claim
  if (claimedById === null || claimedById === moderatorId || claimedAt === null) return
  if (claimedAt.getTime() + CLAIM_MS > now)
    throw new AppError('CONFLICT', 'REPORT_CLAIMED', { field: 'reportId' })
}

interface Measure {
  action: Action
  suspendDays: number | null
  hidePosts: boolean
  hasRule: boolean
}

/** @throws AppError BAD_INPUT for options that do not belong together */
export function checkMeasure({ action, suspendDays, hidePosts, hasRule }: Measure): void {
  const badInput = (
    reason: 'SUSPEND_ONLY' | 'SUSPEND_DAYS_INVALID' | 'RULE_NEEDED',
    field: string,
  ) => new AppError('BAD_INPUT', reason, { field })
  if (action !== 'SUSPEND' && suspendDays !== null) throw badInput('SUSPEND_ONLY', 'suspendDays')
  if (action !== 'SUSPEND' && hidePosts) throw badInput('SUSPEND_ONLY', 'hidePosts')
  if (suspendDays !== null && (suspendDays < 1 || suspendDays > limits.suspendDays))
    throw badInput('SUSPEND_DAYS_INVALID', 'suspendDays')
  if (action !== 'NONE' && !hasRule) throw badInput('RULE_NEEDED', 'rule')
}

/**
 * Whether a moderator may take this action against an author.
 * @throws AppError FORBIDDEN for the suspension of a moderator by a moderator, BAD_INPUT for a
 * warning or suspension of the demo user
 */
export function requirePower(
  action: Action,
  author: { id: string; role: Role },
  moderator: { role: Role },
): void {
  if (author.id === DEMO_USER_UUID && (action === 'WARN' || action === 'SUSPEND'))
    throw new AppError('BAD_INPUT', 'DEMO_USER_SHARED', { field: 'action' })
  if (action === 'SUSPEND') requirePowerOver(author, moderator, 'action')
}

/** Whether only administrators suspend an account, and end its suspensions. */
export const needsAdministrator = ({ role }: { role: Role }): boolean => role !== 'MEMBER'

/**
 * Administrators suspend moderators, and end such suspensions.
 * @throws AppError FORBIDDEN
 */
export function requirePowerOver(
  member: { role: Role },
  moderator: { role: Role },
  field: string,
): void {
  if (needsAdministrator(member) && moderator.role !== 'ADMIN')
    throw new AppError('FORBIDDEN', 'ADMIN_NEEDED', { field })
}

/** Null without an end. */
export function endOf(start: Date, suspendDays: number | null): Date | null {
  return suspendDays === null ? null : new Date(start.getTime() + suspendDays * DAY_MS)
}

interface Suspending {
  start: Date
  suspendDays: number | null
}

/** The state of an account under all its suspensions: the longest one counts. */
export function suspensionUnder(
  suspensions: readonly Suspending[],
  now = new Date(),
): SuspensionColumns {
  const lasting = suspensions
    .map(({ start, suspendDays }) => ({ start, end: endOf(start, suspendDays) }))
    .filter(({ end }) => end === null || end > now)
  if (lasting.length === 0) return { suspendedAt: null, suspendedUntil: null }
  const ends = lasting.map(({ end }) => end?.getTime() ?? Number.POSITIVE_INFINITY)
  const last = Math.max(...ends)
  return {
    suspendedAt: new Date(Math.min(...lasting.map(({ start }) => start.getTime()))),
    suspendedUntil: Number.isFinite(last) ? new Date(last) : null,
  }
}
