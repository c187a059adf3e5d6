/** Timeouts of a change feed that only a hanging database reaches. */
export const PATIENT_FEED = { syncTimeoutMs: 60_000, replyTimeoutMs: 60_000 }
