import type { Viewer } from '../context.ts'
import type { Session, Sessions } from '../features/auth/session.ts'
import type { RecentPosts } from '../features/feed/recent-posts.ts'
import type { Answer } from './answer.ts'
import { fill, type Template } from './template.ts'

/** Whoever a session belongs to; null when Express has to see to it: a session that ended, or one to be lengthened. */
export function viewerOf(session: Session | null | undefined, sessions: Sessions): Viewer | null {
  if (!session || sessions.isDue(session)) return null
  return { id: session.userId, isDemo: false, needsUsername: session.needsUsername }
}

/**
 * A template's response for the viewer that a token belongs to.
 * @param find looks for the current template
 * @returns null when the slow path has to answer
 */
export async function answerViewer(
  token: string,
  template: Template,
  { sessions, recent, find }: { sessions: Sessions; recent: RecentPosts; find: () => Promise<Template | null> },
): Promise<{ viewer: Viewer; template: Template; likes: readonly string[] } | null> {
  const synced = recent.sync().then(
    () => true,
    () => false,
  )
  const reader = await sessions.findReader(token, template.oldest)
  const viewer = viewerOf(reader?.session, sessions)
  if (!reader || !viewer || !(await synced)) return null
  // The viewer's own changes are delivered by now.
  const current = await find()
  if (!current) return null
  if (current.oldest < template.oldest) return answerViewer(token, current, { sessions, recent, find })
  return { viewer, template: current, likes: reader.likes }
}

/** A template's response as it is sent. */
export function answerFrom(template: Template, likes: readonly string[], type: string): Answer {
  const body = fill(template, likes)
  return { type, body, shared: body === template.unliked }
}
