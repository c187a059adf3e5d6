import { type ExecuteOptions, execute } from '#api/rest/execute.ts'
import { userArgument } from '#rules/user-argument.ts'
import {
  PostPreviewDocument,
  type PostPreviewQuery,
  ProfilePreviewDocument,
  type ProfilePreviewQuery,
} from './documents/link-preview.generated.ts'

export type PreviewedPost = Extract<NonNullable<PostPreviewQuery['node']>, { content: string }>
export type PreviewedUser = NonNullable<ProfilePreviewQuery['user']>

/** A post as the caller sees it; null if the caller sees none. */
export async function readPost(
  options: ExecuteOptions,
  postId: string,
): Promise<PreviewedPost | null> {
  const { node } = await execute(options, PostPreviewDocument, { postId })
  return node?.__typename === 'Post' ? node : null
}

/** @param user an id or a username */
export async function readUser(
  options: ExecuteOptions,
  user: string,
): Promise<PreviewedUser | null> {
  return (await execute(options, ProfilePreviewDocument, userArgument(user))).user
}
