import { reportReasonMessages } from '../../messages/reports.ts'

export type ReportReason = keyof typeof reportReasonMessages

/** In the order in which people choose from them. */
export const reportReasons = Object.keys(reportReasonMessages) as [ReportReason, ...ReportReason[]]
