import type { MessageDescriptor } from '@lingui/core'
import type { GroupMessages } from '../../messages/notifications.ts'

interface Group {
  /** The newest people that the viewer can still see, up to three. */
  actors: readonly { displayName: string }[]
  actorsCount: number
}

/** Names up to two people of a group, and counts the others. */
export function groupText(
  messages: GroupMessages,
  { actors, actorsCount }: Group,
): MessageDescriptor {
  const [first, second] = actors.map(({ displayName }) => displayName)
  if (first === undefined) return messages.none(actorsCount)
  if (second === undefined)
    return actorsCount > 1 ? messages.oneAndOthers(first, actorsCount - 1) : messages.one(first)
  return actorsCount > 2
    ? messages.twoAndOthers(first, second, actorsCount - 2)
    : messages.two(first, second)
}
