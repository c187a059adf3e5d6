import { fromPublicId } from '#api/lib/ids.ts'
import { messages } from '#rules/messages.ts'
import {
  RestUpdateProfileDocument,
  RestUserDocument,
  RestViewerDocument,
} from './documents/user.generated.ts'
import { storeDataUrl } from './embedded-picture.ts'
import { type ExecuteOptions, execute } from './execute.ts'
import * as inputs from './inputs.ts'
import type { RawInput } from './parse-input.ts'
import { type OperationRoute, operationRoute, required } from './route.ts'
import { toUser, User } from './schemas.ts'
import { userArguments, withoutUndefined } from './variables.ts'

const NO_USER = 'User not found'

/** The id of the user in the path, which can also be a username. */
async function userInPath(
  { params: { id = '' } }: RawInput,
  options: ExecuteOptions,
): Promise<string> {
  if (fromPublicId(id)?.type === 'User') return id
  const { user } = await execute(options, RestUserDocument, { username: id })
  return user?.id ?? id
}

export const userRoutes: readonly OperationRoute[] = [
  operationRoute({
    name: 'getSignedInUser',
    method: 'get',
    path: '/auth/user',
    summary: 'Get the signed-in user',
    document: RestViewerDocument,
    toVariables: () => ({}),
    toResult: ({ viewer }) => ({
      body: toUser(required(viewer, messages.signInFirst, 'UNAUTHENTICATED')),
    }),
    status: 200,
    response: User,
    errors: ['UNAUTHENTICATED'],
  }),
  operationRoute({
    name: 'getUser',
    method: 'get',
    path: '/users/{id}',
    summary: 'Get a user by id or username',
    params: inputs.userId,
    document: RestUserDocument,
    toVariables: ({ params }) => userArguments(params.id),
    toResult: ({ user }) => ({ body: toUser(required(user, NO_USER)) }),
    status: 200,
    response: User,
    errors: ['NOT_FOUND'],
  }),
  operationRoute({
    name: 'updateUser',
    method: 'patch',
    path: '/users/{id}',
    summary: 'Change your own profile; absent fields stay unchanged',
    params: inputs.userId,
    body: inputs.profileChange,
    actor: userInPath,
    document: RestUpdateProfileDocument,
    toVariables: async ({ body: { displayName, bio, avatar } }, { context }) => ({
      input: withoutUndefined({ displayName, bio, avatar: await storeDataUrl(avatar, context) }),
    }),
    toResult: ({ updateProfile: { user } }) => ({ body: toUser(required(user, NO_USER)) }),
    status: 200,
    response: User,
    errors: [
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
