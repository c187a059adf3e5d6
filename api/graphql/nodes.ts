import { AppError } from '#api/lib/errors.ts'
import { fromPublicId, NIL_UUID, type NodeType } from '#api/lib/ids.ts'
import { limits } from '#rules/limits.ts'

/** Types with an id that `node` does not resolve. */
const WITHOUT_NODE: ReadonlySet<NodeType> = new Set(['ModerationEvent', 'ModerationNote', 'Appeal'])

/** Types that share the ids of an interface, of which the first resolves them all. */
const INTERFACES: Partial<Record<NodeType, string>> = { Notification: 'LikeNotification' }

/** The type that the public ids of an object type name. */
export function idTypeOf(typename: string): NodeType {
  const shared = Object.keys(INTERFACES).find((name) => typename.endsWith(name))
  return (shared ?? typename) as NodeType
}

interface GlobalId {
  typename: string
  id: string
}

/** Decodes a public id. An invalid one maps to an id without a node. */
export function readGlobalId(id: string): GlobalId {
  const key = fromPublicId(id)
  if (!key || WITHOUT_NODE.has(key.type)) return { typename: 'Post', id: NIL_UUID }
  return { typename: INTERFACES[key.type] ?? key.type, id: key.uuid }
}

/** @throws AppError BAD_INPUT for more ids than the largest page size */
export function resolveNodes<Nodes>(
  _root: unknown,
  { ids }: { ids: GlobalId[] },
  _context: unknown,
  _info: unknown,
  load: (ids: GlobalId[]) => Nodes,
): Nodes {
  if (ids.length > limits.pageSize.max)
    throw new AppError('BAD_INPUT', 'TOO_MANY_IDS', { field: 'ids' })
  return load(ids)
}
