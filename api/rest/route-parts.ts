import { fromPublicId } from '#api/lib/ids.ts'
import type { RestPostFragment } from './documents/rest-post.generated.ts'
import type { RestUserFragment } from './documents/rest-user.generated.ts'
import { RestUserDocument } from './documents/user.generated.ts'
import { type ExecuteOptions, execute } from './execute.ts'
import * as inputs from './inputs.ts'
import type { RawInput } from './parse-input.ts'
import { required } from './route.ts'
import { Post, toPost, toUser, User } from './schemas.ts'

/** The errors of most changes with an input. */
export const changeErrors = [
  'BAD_INPUT',
  'UNAUTHENTICATED',
  'FORBIDDEN',
  'NOT_FOUND',
  'RATE_LIMITED',
  'OUT_OF_SPACE',
] as const

/** The id of the user in the path, which can also be a username. */
export async function userInPath(
  { params: { id = '' } }: Pick<RawInput, 'params'>,
  options: ExecuteOptions,
): Promise<string> {
  if (fromPublicId(id)?.type === 'User') return id
  const { user } = await execute(options, RestUserDocument, { username: id })
  return user?.id ?? id
}

/** @throws AppError NOT_FOUND for null */
export const userResult = (user: RestUserFragment | null) => ({
  body: toUser(required(user, 'USER_NOT_FOUND')),
})

/** @throws AppError NOT_FOUND for null */
export const postResult = (post: RestPostFragment | null) => ({
  body: toPost(required(post, 'NO_SUCH_POST')),
})

/** @throws AppError NOT_FOUND for a node that is not a post */
export function postOf<Node extends { __typename: string }>(node: Node | null) {
  const isPost = (each: Node | null): each is Extract<Node, { __typename: 'Post' }> =>
    each?.__typename === 'Post'
  return required(isPost(node) ? node : null, 'NO_SUCH_POST')
}

/** Parts of a route that changes how the caller relates to the user in the path. */
export const userChange = {
  tag: 'Users',
  params: inputs.userId,
  toVariables: async (input: Pick<RawInput, 'params'>, options: ExecuteOptions) => ({
    input: { userId: await userInPath(input, options) },
  }),
  status: 200,
  response: User,
} as const

/** Parts of a route that changes what the caller did to the post in the path. */
export const postChange = {
  tag: 'Posts',
  params: inputs.postId,
  body: inputs.actor,
  toVariables: ({ params }: { params: { id: string } }) => ({ input: { postId: params.id } }),
  status: 200,
  response: Post,
  errors: ['UNAUTHENTICATED', 'FORBIDDEN', 'NOT_FOUND', 'RATE_LIMITED', 'OUT_OF_SPACE'],
} as const
