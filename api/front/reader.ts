import type { Viewer } from '../context.ts'
import type { Session, Sessions } from '../features/auth/session.ts'
import type { Answer } from './answer.ts'
import type { DoorNeeds, Visit } from './front.ts'
import { fill, type Template } from './template.ts'

/** Whoever a session belongs to; null when Express has to see to it: a session that ended, or one to be lengthened. */
export function viewerOf(session: Session | null | undefined, sessions: Sessions): Viewer | null {
  if (!session || sessions.isDue(session)) return null
  return { id: session.userId, isDemo: false, needsUsername: session.needsUsername }
}

/**
 * A template's answer for whoever a token belongs to.
 * @param seen the number up to which all news were seen when the template was chosen
 * @param anew chooses it as things stand now: the first may be without what the reader has changed just before
 */
export function answerFrom(
  template: Template,
  { work, token }: Pick<Visit, 'work' | 'token'>,
  { sessions, services: { feed } }: Pick<DoorNeeds, 'sessions' | 'services'>,
  type: string,
  seen: number,
  anew: () => Promise<Template | null>,
): Answer | null | Promise<Answer | null> {
  work.operation = template.operation
  const answerTo = (template: Template, likes: readonly string[]): Answer => {
    const body = fill(template, likes)
    const headers = template.link === null ? [] : ['Link', template.link]
    return { type, body, shared: body === template.unliked, headers }
  }

  const answerReader = async (token: string, template: Template, isAnew: boolean): Promise<Answer | null> => {
    const reader = await sessions.findReader(token, template.oldest)
    if (!reader || !viewerOf(reader.session, sessions)) return null
    work.viewer = reader.session.userId
    if (isAnew || feed.news.known <= seen) return answerTo(template, reader.likes)
    const next = await anew()
    if (!next) return null
    return next.oldest < template.oldest ? answerReader(token, next, true) : answerTo(next, reader.likes)
  }

  return token === null ? answerTo(template, []) : answerReader(token, template, false)
}
