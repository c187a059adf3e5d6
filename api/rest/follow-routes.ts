import {
  RestFolloweesDocument,
  RestFollowersDocument,
  RestFollowUserDocument,
  RestUnfollowUserDocument,
} from './documents/follow.generated.ts'
import type { RestUserFragment } from './documents/rest-user.generated.ts'
import * as inputs from './inputs.ts'
import { pageResult, pageVariables } from './pages.ts'
import { type OperationRoute, operationRoute, required } from './route.ts'
import { toUser, User, Users } from './schemas.ts'
import { userInPath } from './user-routes.ts'
import { userArguments, usersInBody } from './variables.ts'

const changeErrors = [
  'BAD_INPUT',
  'UNAUTHENTICATED',
  'FORBIDDEN',
  'NOT_FOUND',
  'CONFLICT',
  'RATE_LIMITED',
  'OUT_OF_SPACE',
] as const

const userResult = (user: RestUserFragment | null) => ({
  body: toUser(required(user, 'USER_NOT_FOUND')),
})

export const followRoutes: readonly OperationRoute[] = [
  operationRoute({
    name: 'followUser',
    method: 'put',
    path: '/users/{id}/follow',
    tag: 'Users',
    summary: 'Follow a user (idempotent)',
    description: 'Their posts and shares then appear in your Following feed.',
    params: inputs.userId,
    body: inputs.actor,
    actor: usersInBody,
    document: RestFollowUserDocument,
    toVariables: async (input, options) => ({
      input: { userId: await userInPath(input, options) },
    }),
    toResult: ({ followUser: { user } }) => userResult(user),
    status: 200,
    response: User,
    errors: changeErrors,
  }),
  operationRoute({
    name: 'unfollowUser',
    method: 'delete',
    path: '/users/{id}/follow',
    tag: 'Users',
    summary: 'Stop following a user (idempotent)',
    description: 'The user does not notice.',
    params: inputs.userId,
    body: inputs.actor,
    actor: usersInBody,
    document: RestUnfollowUserDocument,
    toVariables: async (input, options) => ({
      input: { userId: await userInPath(input, options) },
    }),
    toResult: ({ unfollowUser: { user } }) => userResult(user),
    status: 200,
    response: User,
    errors: changeErrors.filter((code) => code !== 'CONFLICT'),
  }),
  operationRoute({
    name: 'listFollowers',
    method: 'get',
    path: '/users/{id}/followers',
    tag: 'Users',
    summary: 'List the people who follow a user, newest first',
    description:
      'People whom you can’t see are left out, so the list can be shorter than `followersCount`.',
    params: inputs.userId,
    query: inputs.page,
    document: RestFollowersDocument,
    toVariables: ({ params, query }) => ({ ...userArguments(params.id), ...pageVariables(query) }),
    toResult: ({ user }) => pageResult(required(user, 'USER_NOT_FOUND').list, toUser),
    status: 200,
    response: Users,
    errors: ['BAD_INPUT', 'NOT_FOUND'],
  }),
  operationRoute({
    name: 'listFollowing',
    method: 'get',
    path: '/users/{id}/following',
    tag: 'Users',
    summary: 'List the people whom a user follows, newest first',
    description:
      'People whom you can’t see are left out, so the list can be shorter than `followingCount`.',
    params: inputs.userId,
    query: inputs.page,
    document: RestFolloweesDocument,
    toVariables: ({ params, query }) => ({ ...userArguments(params.id), ...pageVariables(query) }),
    toResult: ({ user }) => pageResult(required(user, 'USER_NOT_FOUND').list, toUser),
    status: 200,
    response: Users,
    errors: ['BAD_INPUT', 'NOT_FOUND'],
  }),
]
