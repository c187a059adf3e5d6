import { AppError } from '#api/lib/errors.ts'
import { fromPublicId, NIL_UUID } from '#api/lib/ids.ts'
import { limits } from '#rules/limits.ts'

interface GlobalId {
  typename: string
  id: string
}

/** An id from outside. One that is none is like one of something that is gone: there is no node for it. */
export function readGlobalId(id: string): GlobalId {
  const { type, uuid } = fromPublicId(id) ?? { type: 'Post', uuid: NIL_UUID }
  return { typename: type, id: uuid }
}

/** @throws AppError BAD_INPUT for more ids than a page has rows */
export function resolveNodes<Nodes>(
  _root: unknown,
  { ids }: { ids: GlobalId[] },
  _context: unknown,
  _info: unknown,
  load: (ids: GlobalId[]) => Nodes,
): Nodes {
  const { max } = limits.pageSize
  if (ids.length > max)
    throw new AppError('BAD_INPUT', `At most ${max} ids can be asked for at once.`, {
      field: 'ids',
    })
  return load(ids)
}
