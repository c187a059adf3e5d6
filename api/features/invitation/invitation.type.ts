import type { Invitation } from '#api/database/generated/prisma/client.ts'
import { builder } from '#api/graphql/builder.ts'
import { loadedWith } from '#api/graphql/token-scopes.ts'
import { isoTimeOf } from '#api/lib/ids.ts'
import { joinPath } from '#rules/paths.ts'
import { invitationsById } from './invitation.read.ts'

export const InvitationNode = builder.node(builder.objectRef<Invitation>('Invitation'), {
  id: { resolve: ({ id }) => id },
  description: 'A link to join with. Only visible to the inviter and moderators.',
  isTypeOf: (value) => typeof value === 'object' && value !== null && 'maxUses' in value,
  ...loadedWith('read:private', invitationsById),
  fields: (t) => ({
    url: t.string({
      resolve: ({ code }, _args, { settings }) => settings.publicUrl + joinPath(code),
    }),
    uses: t.exposeInt('uses', { description: 'How many people joined with it.' }),
    maxUses: t.exposeInt('maxUses'),
    expiresAt: t.expose('expiresAt', { type: 'DateTime' }),
    revokedAt: t.expose('revokedAt', { type: 'DateTime', nullable: true }),
    createdAt: t.field({ type: 'DateTime', resolve: ({ id }) => isoTimeOf(id) }),
  }),
})

export const InvitationConnection = builder.connectionObject({
  type: InvitationNode,
  name: 'InvitationConnection',
})
