import type { ModerationAction } from '../../apollo/schema.generated.ts'

/** What a moderator can decide, each with its key. */
export const actions = [
  { action: 'NONE', key: 'N' },
  { action: 'HIDE', key: 'H' },
  { action: 'REMOVE', key: 'R' },
  { action: 'WARN', key: 'W' },
  { action: 'SUSPEND', key: 'S' },
] as const satisfies readonly { action: ModerationAction; key: string }[]
