import { AppError } from '#api/lib/errors.ts'
import { type ExecuteOptions, execute } from '#api/rest/execute.ts'
import { userArgument } from '#rules/user-argument.ts'
import { SITE_NAME } from './addresses.ts'
import {
  FeedFileDocument,
  type FeedFilePostFragment,
  ProfileFeedFileDocument,
} from './documents/feed-file.generated.ts'

/** What a feed file contains, whatever its format. */
export interface FeedFile {
  title: string
  /** Null for the posts of everyone. */
  owner: { displayName: string; username: string; avatar: string | null } | null
  /** Newest first. */
  posts: readonly FeedFilePostFragment[]
}

const POSTS = 50

/** The newest posts. */
export async function readFeedFile(options: ExecuteOptions): Promise<FeedFile> {
  const { feed } = await execute(options, FeedFileDocument, { first: POSTS })
  return { title: SITE_NAME, owner: null, posts: feed.nodes }
}

/**
 * @param user an id or a username
 * @throws AppError NOT_FOUND
 */
export async function readProfileFeedFile(
  options: ExecuteOptions,
  user: string,
): Promise<FeedFile> {
  const variables = { ...userArgument(user), first: POSTS }
  const { user: owner } = await execute(options, ProfileFeedFileDocument, variables)
  if (!owner) throw new AppError('NOT_FOUND', 'USER_NOT_FOUND')
  return {
    title: `${owner.displayName} (@${owner.username}) · ${SITE_NAME}`,
    owner,
    posts: owner.posts.nodes,
  }
}
