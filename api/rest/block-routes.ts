import { blockedByUsername } from '#api/features/block/block.read.ts'
import { fromPublicId, toPublicId } from '#api/lib/ids.ts'
import { withScope } from '#api/token-grant.ts'
import { normalizeUsername } from '#rules/username.ts'
import {
  RestBlocksDocument,
  RestBlockUserDocument,
  RestMutesDocument,
  RestMuteUserDocument,
  RestUnblockUserDocument,
  RestUnmuteUserDocument,
} from './documents/block.generated.ts'
import type { ExecuteOptions } from './execute.ts'
import * as inputs from './inputs.ts'
import { pageResult, pageVariables } from './pages.ts'
import type { RawInput } from './parse-input.ts'
import { type OperationRoute, operationRoute, required } from './route.ts'
import { changeErrors, userChange, userInPath, userResult } from './route-parts.ts'
import { toUser, Users } from './schemas.ts'

/**
 * The id of the user in the path, also of one whom the caller has blocked and so does not find. A
 * token without the scope learns nothing of a block: the mutation refuses it.
 */
async function userEvenIfBlocked(input: Pick<RawInput, 'params'>, options: ExecuteOptions) {
  const id = await userInPath(input, options)
  const { viewer, database } = withScope('write:follows', options.context)
  if (!viewer || fromPublicId(id)) return id
  const blockedId = await blockedByUsername(database, viewer.id, normalizeUsername(id))
  return blockedId ? toPublicId('User', blockedId) : id
}

export const blockRoutes: readonly OperationRoute[] = [
  operationRoute({
    ...userChange,
    name: 'muteUser',
    method: 'put',
    path: '/users/{id}/mute',
    summary: 'Mute a user (idempotent)',
    description:
      'Keeps the user out of your feeds, searches and lists. The user does not notice. Muting again changes the end.',
    body: inputs.newMute,
    document: RestMuteUserDocument,
    toVariables: async (input, options) => ({
      input: { userId: await userInPath(input, options), until: input.body.until ?? null },
    }),
    toResult: ({ muteUser: { user } }) => userResult(user),
    errors: [...changeErrors, 'CONFLICT'],
  }),
  operationRoute({
    ...userChange,
    name: 'unmuteUser',
    method: 'delete',
    path: '/users/{id}/mute',
    summary: 'End a mute (idempotent)',
    description: 'Shows the user in your feeds, searches and lists again.',
    document: RestUnmuteUserDocument,
    toResult: ({ unmuteUser: { user } }) => userResult(user),
    errors: changeErrors,
  }),
  operationRoute({
    ...userChange,
    name: 'blockUser',
    method: 'put',
    path: '/users/{id}/block',
    summary: 'Block a user, which also ends the follows between you (idempotent)',
    description: 'You are invisible to each other from then on.',
    document: RestBlockUserDocument,
    toVariables: async (input, options) => ({
      input: { userId: await userEvenIfBlocked(input, options) },
    }),
    toResult: ({ blockUser: { user } }) => userResult(user),
    errors: [...changeErrors, 'CONFLICT'],
  }),
  operationRoute({
    ...userChange,
    name: 'unblockUser',
    method: 'delete',
    path: '/users/{id}/block',
    summary: 'End a block (idempotent)',
    description: 'The follows that the block ended do not come back.',
    document: RestUnblockUserDocument,
    toVariables: async (input, options) => ({
      input: { userId: await userEvenIfBlocked(input, options) },
    }),
    toResult: ({ unblockUser: { user } }) => userResult(user),
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
