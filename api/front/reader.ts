import type { Viewer } from '../context.ts'
import type { Session, Sessions } from '../features/auth/session.ts'
import type { Answer } from './answer.ts'
import { fill, type Template } from './template.ts'

/** Whoever a session belongs to; null when Express has to see to it: a session that ended, or one to be lengthened. */
export function viewerOf(session: Session | null | undefined, sessions: Sessions): Viewer | null {
  return session && !sessions.isDue(session) ? { id: session.userId, isDemo: false } : null
}

/** A template's answer for whoever a token belongs to. */
export async function answerFrom(template: Template, token: string | null, sessions: Sessions, type: string): Promise<Answer | null> {
  const headers = template.link === null ? [] : ['Link', template.link]
  const nobody = { type, body: template.unliked, shared: true, headers }
  if (token === null) return nobody
  const oldest = template.lists.flatMap(({ posts }) => posts.at(-1)?.id ?? []).sort()[0]
  const reader = oldest === undefined ? null : await sessions.findReader(token, oldest)
  if (!reader || !viewerOf(reader.session, sessions)) return null
  const body = fill(template, reader.likes)
  return { ...nobody, body, shared: body === template.unliked }
}
