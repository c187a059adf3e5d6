import type { Viewer } from '../context.ts'
import type { Session, Sessions } from '../features/auth/session.ts'
import type { Answer } from './answer.ts'
import type { Visit } from './front.ts'
import { fill, type Template } from './template.ts'

/** Whoever a session belongs to; null when Express has to see to it: a session that ended, or one to be lengthened. */
export function viewerOf(session: Session | null | undefined, sessions: Sessions): Viewer | null {
  if (!session || sessions.isDue(session)) return null
  return { id: session.userId, isDemo: false, needsUsername: session.needsUsername }
}

/** A template's answer for whoever a token belongs to. */
export function answerFrom(
  template: Template,
  { work, token }: Pick<Visit, 'work' | 'token'>,
  sessions: Sessions,
  type: string,
): Answer | null | Promise<Answer | null> {
  const headers = template.link === null ? [] : ['Link', template.link]
  work.operation = template.operation
  const nobody = { type, body: template.unliked, shared: true, headers }
  if (token === null) return nobody
  return sessions.findReader(token, template.oldest).then((reader) => {
    if (!reader || !viewerOf(reader.session, sessions)) return null
    work.viewer = reader.session.userId
    const body = fill(template, reader.likes)
    return { ...nobody, body, shared: body === template.unliked }
  })
}
