import { AppError } from '#api/lib/errors.ts'
import { fromPublicId, NIL_UUID } from '#api/lib/ids.ts'
import { limits } from '#rules/limits.ts'

interface GlobalId {
  typename: string
  id: string
}

/** Decodes a public id. An invalid one maps to an id without a node. */
export function readGlobalId(id: string): GlobalId {
  const { type, uuid } = fromPublicId(id) ?? { type: 'Post', uuid: NIL_UUID }
  return { typename: type, id: uuid }
}

/** @throws AppError BAD_INPUT for more ids than the largest page size */
export function resolveNodes<Nodes>(
  _root: unknown,
  { ids }: { ids: GlobalId[] },
  _context: unknown,
  _info: unknown,
  load: (ids: GlobalId[]) => Nodes,
): Nodes {
  const { max } = limits.pageSize
  if (ids.length > max)
    throw new AppError('BAD_INPUT', `Request at most ${max} ids at once.`, {
      field: 'ids',
    })
  return load(ids)
}
