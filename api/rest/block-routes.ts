import {
  RestBlocksDocument,
  RestBlockUserDocument,
  RestMutesDocument,
  RestMuteUserDocument,
  RestUnblockUserDocument,
  RestUnmuteUserDocument,
} from './documents/block.generated.ts'
import * as inputs from './inputs.ts'
import { pageResult, pageVariables } from './pages.ts'
import { type OperationRoute, operationRoute, required } from './route.ts'
import { toUser, User, Users } from './schemas.ts'
import { userInPath } from './user-routes.ts'

const changeErrors = [
  'BAD_INPUT',
  'UNAUTHENTICATED',
  'FORBIDDEN',
  'NOT_FOUND',
  'RATE_LIMITED',
  'OUT_OF_SPACE',
] as const

export const blockRoutes: readonly OperationRoute[] = [
  operationRoute({
    name: 'muteUser',
    method: 'put',
    path: '/users/{id}/mute',
    tag: 'Users',
    summary: 'Mute a user (idempotent)',
    description:
      'Keeps the user out of your feeds, searches and lists. The user does not notice. Muting again changes the end.',
    params: inputs.userId,
    body: inputs.newMute,
    document: RestMuteUserDocument,
    toVariables: async (input, options) => ({
      input: { userId: await userInPath(input, options), until: input.body.until ?? null },
    }),
    toResult: ({ muteUser: { user } }) => ({ body: toUser(required(user, 'USER_NOT_FOUND')) }),
    status: 200,
    response: User,
    errors: [...changeErrors, 'CONFLICT'],
  }),
  operationRoute({
    name: 'unmuteUser',
    method: 'delete',
    path: '/users/{id}/mute',
    tag: 'Users',
    summary: 'End a mute (idempotent)',
    description: 'Shows the user in your feeds, searches and lists again.',
    params: inputs.userId,
    document: RestUnmuteUserDocument,
    toVariables: async (input, options) => ({
      input: { userId: await userInPath(input, options) },
    }),
    toResult: ({ unmuteUser: { user } }) => ({ body: toUser(required(user, 'USER_NOT_FOUND')) }),
    status: 200,
    response: User,
    errors: changeErrors,
  }),
  operationRoute({
    name: 'blockUser',
    method: 'put',
    path: '/users/{id}/block',
    tag: 'Users',
    summary: 'Block a user, which also ends the follows between you (idempotent)',
    description: 'You are invisible to each other from then on.',
    params: inputs.userId,
    document: RestBlockUserDocument,
    toVariables: async (input, options) => ({
      input: { userId: await userInPath(input, options) },
    }),
    toResult: ({ blockUser: { user } }) => ({ body: toUser(required(user, 'USER_NOT_FOUND')) }),
    status: 200,
    response: User,
    errors: [...changeErrors, 'CONFLICT'],
  }),
  operationRoute({
    name: 'unblockUser',
    method: 'delete',
    path: '/users/{id}/block',
    tag: 'Users',
    summary: 'End a block; name the user by id (idempotent)',
    description: 'The follows that the block ended do not come back.',
    params: inputs.userId,
    document: RestUnblockUserDocument,
    toVariables: async (input, options) => ({
      input: { userId: await userInPath(input, options) },
    }),
    toResult: ({ unblockUser: { user } }) => ({ body: toUser(required(user, 'USER_NOT_FOUND')) }),
    status: 200,
    response: User,
    errors: changeErrors,
  }),
  operationRoute({
    name: 'listMutes',
    method: 'get',
    path: '/mutes',
    tag: 'Users',
    summary: 'List the people whom you mute, newest first',
    description: 'Nobody else sees this list.',
    query: inputs.page,
    document: RestMutesDocument,
    toVariables: ({ query }) => pageVariables(query),
    toResult: ({ viewer }) =>
      pageResult(required(viewer?.mutedUsers, 'SIGN_IN_FIRST', 'UNAUTHENTICATED'), toUser),
    status: 200,
    response: Users,
    errors: ['BAD_INPUT', 'UNAUTHENTICATED'],
  }),
  operationRoute({
    name: 'listBlocks',
    method: 'get',
    path: '/blocks',
    tag: 'Users',
    summary: 'List the people whom you block, newest first',
    description: 'Nobody else sees this list.',
    query: inputs.page,
    document: RestBlocksDocument,
    toVariables: ({ query }) => pageVariables(query),
    toResult: ({ viewer }) =>
      pageResult(required(viewer?.blockedUsers, 'SIGN_IN_FIRST', 'UNAUTHENTICATED'), toUser),
    status: 200,
    response: Users,
    errors: ['BAD_INPUT', 'UNAUTHENTICATED'],
  }),
]
