import { isModerator } from '#api/actor.ts'
import type { Context } from '#api/context.ts'
import type { PostRow } from '../post/post.row.ts'

/** Whether the viewer may close and open the thread of a post: its author and moderators may. */
export function mayCloseReplies({ author }: PostRow, context: Pick<Context, 'viewer'>): boolean {
  return author.id === context.viewer?.id || isModerator(context)
}
