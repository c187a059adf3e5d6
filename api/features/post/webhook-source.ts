import type { Context } from '#api/context.ts'
import type { WebhookSource } from '#api/graphql/webhook-source.ts'
import { AppError } from '#api/lib/errors.ts'
import { limits } from '#rules/limits.ts'
import { canSee } from '../visibility/can-see.ts'
import { postReads } from './post.read.ts'
import type { PostRow } from './post.row.ts'
import { parsePostId } from './post.rules.ts'

/** A post of the viewer's lists, as the database has it. Null if it is hidden from them. */
export async function readListedPost(
  id: string,
  { database, viewer, hiddenUsers }: Context,
): Promise<PostRow | null> {
  const post = await postReads(database).byId(id, viewer?.id ?? null)
  return post && canSee(await hiddenUsers(viewer), post.author.id) ? post : null
}

/**
 * @param field the argument that has the ids
 * @throws AppError BAD_INPUT, NOT_FOUND
 */
export function parsePostIds(ids: readonly unknown[], field = 'ids'): string[] {
  if (ids.length > limits.pageSize.max) throw new AppError('BAD_INPUT', 'TOO_MANY_IDS', { field })
  return [...new Set(ids.map((id) => parsePostId(String(id), field)))]
}

export const postUpdatedSource: WebhookSource<{ ids: readonly unknown[] }, PostRow> = {
  topics: ({ ids }) => ({ kinds: ['POST_UPDATE'], scope: 'TOPICS', topicIds: parsePostIds(ids) }),
  latest: async ({ ids }) => {
    const [subjectId] = parsePostIds(ids)
    return subjectId === undefined ? null : { kind: 'POST_UPDATE', subjectId }
  },
  read: ({ subjectId }, _args, { database, viewer }) =>
    postReads(database).byId(subjectId, viewer?.id ?? null),
}
