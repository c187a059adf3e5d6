import { content } from './account-content.ts'
import type { Entry, Model } from './account-entry.ts'
import { messages } from './account-messages.ts'
import { moderation } from './account-moderation.ts'
import { signIn } from './account-sign-in.ts'

/**
 * Declares for each table how its rows belong to an account.
 * The export, the account deletion, the reset of the demo user and the backup use it.
 * How to add a table: docs/accounts.md.
 */
export const accountData = {
  ...content,
  ...moderation,
  ...messages,
  ...signIn,
} satisfies { [M in Model]: Entry<M> }
