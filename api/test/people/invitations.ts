import type { Services } from '#api/context.ts'
import { createInvitation } from '#api/features/invitation/invitation.write.ts'

interface InvitationExample {
  inviterId?: string | null
  maxUses?: number
  expiresAt?: Date
  followIds?: readonly string[]
}

/** Stores an invitation. @returns its code and id */
export async function anInvitation(
  services: Pick<Services, 'database' | 'ids'>,
  about: InvitationExample = {},
): Promise<{ id: string; code: string }> {
  const expiresAt = new Date(Date.now() + 60 * 60 * 1000)
  const defaults = { inviterId: null, maxUses: 1, expiresAt, followIds: [] }
  return createInvitation(services, { ...defaults, ...about })
}
