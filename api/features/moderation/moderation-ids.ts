import { AppError } from '#api/lib/errors.ts'
import { fromPublicId, type NodeType } from '#api/lib/ids.ts'
import type { FixedReason } from '#rules/reasons.ts'

/** @returns a function from a public id to a UUID, which throws AppError NOT_FOUND */
function parserOf(type: NodeType, reason: FixedReason, field: string) {
  return (publicId: string): string => {
    const key = fromPublicId(publicId)
    if (key?.type !== type) throw new AppError('NOT_FOUND', reason, { field })
    return key.uuid
  }
}

export const parseReportId = parserOf('Report', 'REPORT_NOT_FOUND', 'reportId')
export const parseEventId = parserOf('ModerationEvent', 'DECISION_NOT_FOUND', 'eventId')
export const parseUserId = parserOf('User', 'USER_NOT_FOUND', 'userId')
