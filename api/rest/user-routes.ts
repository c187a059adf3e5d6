import { userArgument } from '#rules/user-argument.ts'
import {
  RestSearchUsersDocument,
  RestUpdateProfileDocument,
  RestUserDocument,
  RestViewerDocument,
} from './documents/user.generated.ts'
import { storeDataUrl } from './embedded-picture.ts'
import * as inputs from './inputs.ts'
import { pageResult, pageVariables } from './pages.ts'
import { type OperationRoute, operationRoute, required } from './route.ts'
import { userInPath, userResult } from './route-parts.ts'
import { toUser, User, Users } from './schemas.ts'
import { withoutUndefined } from './variables.ts'

export const userRoutes: readonly OperationRoute[] = [
  operationRoute({
    name: 'getSignedInUser',
    method: 'get',
    path: '/auth/user',
    tag: 'Account',
    summary: 'Get the signed-in user',
    description:
      'With your email address, which nobody else sees. API tokens need the scope `read:private`.',
    document: RestViewerDocument,
    toVariables: () => ({}),
    toResult: ({ viewer }) => ({
      body: toUser(required(viewer?.email ? viewer : null, 'SIGN_IN_FIRST', 'UNAUTHENTICATED')),
    }),
    status: 200,
    response: User,
    errors: ['UNAUTHENTICATED'],
  }),
  operationRoute({
    name: 'getUser',
    method: 'get',
    path: '/users/{id}',
    tag: 'Users',
    summary: 'Get a user by id or username',
    description: 'With `email` if it is you. People who block you are not found.',
    params: inputs.userId,
    document: RestUserDocument,
    toVariables: ({ params }) => userArgument(params.id),
    toResult: ({ user }) => userResult(user),
    status: 200,
    response: User,
    errors: ['NOT_FOUND'],
  }),
  operationRoute({
    name: 'updateUser',
    method: 'patch',
    path: '/users/{id}',
    tag: 'Users',
    summary: 'Change your own profile; absent fields stay unchanged',
    description: 'null or "" clears `bio` and `avatar`. Unknown fields are ignored.',
    params: inputs.ownUserId,
    body: inputs.profileChange,
    callerInPath: userInPath,
    document: RestUpdateProfileDocument,
    toVariables: async ({ body: { displayName, bio, avatar } }, { context }) => ({
      input: withoutUndefined({
        displayName,
        bio,
        avatar: await storeDataUrl(avatar, context, { scope: 'write:profile' }),
      }),
    }),
    toResult: ({ updateProfile: { user } }) => userResult(user),
    status: 200,
    response: User,
    errors: [
      'BAD_INPUT',
      'UNAUTHENTICATED',
      'FORBIDDEN',
      'NOT_FOUND',
      'TOO_LARGE',
      'UNSUPPORTED_MEDIA',
      'RATE_LIMITED',
      'OUT_OF_SPACE',
    ],
  }),
  operationRoute({
    name: 'searchUsers',
    method: 'get',
    path: '/search/users',
    tag: 'Users',
    summary: 'Search users by their names, most relevant first',
    description: 'Finds people whose username or display name contains all words.',
    query: inputs.searchPage,
    document: RestSearchUsersDocument,
    toVariables: ({ query }) => ({ query: query.q, ...pageVariables(query) }),
    toResult: ({ searchUsers }) => pageResult(searchUsers, toUser),
    status: 200,
    response: Users,
    errors: ['BAD_INPUT', 'RATE_LIMITED'],
  }),
]
