import type { HideEntries_UserFragment } from '../block/HideEntries.generated.ts'

/** What a person reports, and who is behind it. */
export interface ReportSubject {
  id: string
  kind: 'POST' | 'SHARE' | 'USER' | 'THANKS'
  user: HideEntries_UserFragment
}
