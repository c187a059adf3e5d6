import { isOwner } from '#api/actor.ts'
import { Role } from '#api/database/generated/prisma/enums.ts'
import { builder } from '#api/graphql/builder.ts'
import { UserNode } from '../user/user.type.ts'
import { SuspensionObject } from './suspension.type.ts'

const RoleEnum = builder.enumType(Role, { name: 'Role' })

builder.objectFields(UserNode, (t) => ({
  role: t.field({
    type: RoleEnum,
    nullable: true,
    scope: 'read:private',
    description: 'Only visible to its owner; null for everyone else.',
    // In a request with a token, the viewer may have fewer powers than the account.
    resolve: ({ id }, _args, context) =>
      isOwner(id, context) ? (context.token?.viewer ?? context.viewer).role : null,
  }),
  suspension: t.field({
    type: SuspensionObject,
    nullable: true,
    scope: 'read:private',
    description: 'Only visible to its owner; null for everyone else, and without a suspension.',
    resolve: ({ id }, _args, context) => (isOwner(id, context) ? context.viewer.suspension : null),
  }),
}))
