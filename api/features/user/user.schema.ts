import * as fields from '#rules/fields.ts'
import { messages } from '#rules/messages.ts'
import { builder } from '../../builder.ts'
import { AppError } from '../../errors.ts'
import { inputOf, orNone } from '../../graphql/inputs.ts'
import { withUserErrors } from '../../graphql/payload.ts'
import { fromPublicId } from '../../ids.ts'
import { postPage } from '../post/post.page.ts'
import { PostConnection, PostNode } from '../post/post.type.ts'
import { userColumns } from './user.row.ts'
import { seen, UserNode } from './user.type.ts'
import { updateProfile } from './user.write.ts'

builder.queryFields((t) => ({
  viewer: t.field({
    type: UserNode,
    nullable: true,
    description: 'Whoever is signed in; null for everybody else, the demo user too.',
    resolve: (_root, _args, { viewer, database }) =>
      viewer && !viewer.isDemo ? database.user.findUnique({ where: { id: viewer.id }, select: userColumns }) : null,
  }),
  user: t.field({
    type: UserNode,
    nullable: true,
    description: 'One person, by the id or by the username.',
    args: { id: t.arg.id(), username: t.arg.string() },
    resolve: (_root, args, context) => {
      const where = keyOf(args)
      return where && context.database.user.findUnique({ where: { ...where, ...seen(context) }, select: userColumns })
    },
  }),
}))

/** What to find a person by; null when nobody can have that id or name. */
function keyOf({
  id,
  username,
}: {
  id?: string | null | undefined
  username?: string | null | undefined
}): { id: string } | { username: string } | null {
  if ((id == null) === (username == null)) throw new AppError('BAD_INPUT', 'Give either an id or a username.', { field: 'id' })
  if (id == null) {
    const name = String(username).trim().toLowerCase()
    return /^[a-z0-9_]+$/.test(name) ? { username: name } : null
  }
  const key = fromPublicId(id)
  return key?.type === 'User' ? { id: key.uuid } : null
}

builder.objectField(UserNode, 'posts', (t) =>
  t.connection(
    {
      type: PostNode,
      description: 'What the person posted, newest first.',
      resolve: ({ id }, args, context) => postPage({ list: `posts ${id}`, author: id, args, context }),
    },
    PostConnection,
  ),
)

withUserErrors(
  builder.relayMutationField(
    'updateProfile',
    {
      validate: inputOf({ displayName: fields.displayName, bio: orNone(fields.bio), avatar: orNone(fields.avatarUrl) }),
      inputFields: (t) => ({
        displayName: t.string(),
        bio: t.string(),
        avatar: t.string({ description: 'An http(s) link, or the url of one’s own upload.' }),
      }),
    },
    {
      description: 'Changes one’s own profile. Absent leaves a field; null or "" clears bio and avatar.',
      resolve: async (_root, { input }, context) => {
        const { displayName, bio, avatar } = input
        if (displayName === null) throw new AppError('BAD_INPUT', messages.displayNameEmpty, { field: 'displayName' })
        const id = await updateProfile(context, { displayName, bio, avatar })
        const user = await context.database.user.findUnique({ where: { id }, select: userColumns })
        return { user }
      },
    },
    { outputFields: (t) => ({ user: t.field({ type: UserNode, nullable: true, resolve: ({ user }) => user }) }) },
  ),
)
