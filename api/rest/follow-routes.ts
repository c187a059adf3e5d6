import { userArgument } from '#rules/user-argument.ts'
import {
  RestFolloweesDocument,
  RestFollowersDocument,
  RestFollowUserDocument,
  RestUnfollowUserDocument,
} from './documents/follow.generated.ts'
import * as inputs from './inputs.ts'
import { pageResult, pageVariables } from './pages.ts'
import { type OperationRoute, operationRoute, required } from './route.ts'
import { changeErrors, userChange, userResult } from './route-parts.ts'
import { toUser, Users } from './schemas.ts'

export const followRoutes: readonly OperationRoute[] = [
  operationRoute({
    ...userChange,
    name: 'followUser',
    method: 'put',
    path: '/users/{id}/follow',
    summary: 'Follow a user (idempotent)',
    description: 'Their posts and shares then appear in your Following feed.',
    body: inputs.actor,
    document: RestFollowUserDocument,
    toResult: ({ followUser: { user } }) => userResult(user),
    errors: [...changeErrors, 'CONFLICT'],
  }),
  operationRoute({
    ...userChange,
    name: 'unfollowUser',
    method: 'delete',
    path: '/users/{id}/follow',
    summary: 'Stop following a user (idempotent)',
    description: 'The user does not notice.',
    body: inputs.actor,
    document: RestUnfollowUserDocument,
    toResult: ({ unfollowUser: { user } }) => userResult(user),
    errors: changeErrors,
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
    toVariables: ({ params, query }) => ({ ...userArgument(params.id), ...pageVariables(query) }),
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
    toVariables: ({ params, query }) => ({ ...userArgument(params.id), ...pageVariables(query) }),
    toResult: ({ user }) => pageResult(required(user, 'USER_NOT_FOUND').list, toUser),
    status: 200,
    response: Users,
    errors: ['BAD_INPUT', 'NOT_FOUND'],
  }),
]
