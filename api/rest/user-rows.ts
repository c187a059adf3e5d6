import { fromPublicId } from '#api/lib/ids.ts'
import { messages } from '#rules/messages.ts'
import {
  RestUpdateProfileDocument,
  RestUserDocument,
  RestViewerDocument,
} from './documents/user.generated.ts'
import { linkOf } from './embedded-picture.ts'
import { execute, type Run } from './execute.ts'
import * as inputs from './inputs.ts'
import type { RawInput } from './read.ts'
import { found, type Row, row } from './row.ts'
import { User, userOf } from './shapes.ts'
import { given, who } from './variables.ts'

const NO_USER = 'User not found'

/** Whom the path names, as an id: it may say the username. */
async function inPath({ params: { id = '' } }: RawInput, run: Run): Promise<string> {
  if (fromPublicId(id)?.type === 'User') return id
  const { user } = await execute(run, RestUserDocument, { username: id })
  return user?.id ?? id
}

export const userRows: readonly Row[] = [
  row({
    name: 'getSignedInUser',
    method: 'get',
    path: '/auth/user',
    summary: 'Whoever is signed in',
    document: RestViewerDocument,
    variables: () => ({}),
    pick: ({ viewer }) => ({
      body: userOf(found(viewer, messages.signInFirst, 'UNAUTHENTICATED')),
    }),
    status: 200,
    answer: User,
    refusals: ['UNAUTHENTICATED'],
  }),
  row({
    name: 'getUser',
    method: 'get',
    path: '/users/{id}',
    summary: 'One person, by id or username',
    params: inputs.userId,
    document: RestUserDocument,
    variables: ({ params }) => who(params.id),
    pick: ({ user }) => ({ body: userOf(found(user, NO_USER)) }),
    status: 200,
    answer: User,
    refusals: ['NOT_FOUND'],
  }),
  row({
    name: 'updateUser',
    method: 'patch',
    path: '/users/{id}',
    summary: 'Change one’s own profile: what is absent stays',
    params: inputs.userId,
    body: inputs.profileChange,
    actor: inPath,
    document: RestUpdateProfileDocument,
    variables: async ({ body: { displayName, bio, avatar } }, { context }) => ({
      input: given({ displayName, bio, avatar: await linkOf(avatar, context) }),
    }),
    pick: ({ updateProfile: { user } }) => ({ body: userOf(found(user, NO_USER)) }),
    status: 200,
    answer: User,
    refusals: [
      'BAD_INPUT',
      'UNAUTHENTICATED',
      'FORBIDDEN',
      'TOO_LARGE',
      'UNSUPPORTED_MEDIA',
      'RATE_LIMITED',
      'OUT_OF_SPACE',
    ],
  }),
]
