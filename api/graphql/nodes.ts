import { limits } from '#rules/limits.ts'
import { AppError } from '../errors.ts'

interface GlobalId {
  typename: string
  id: string
}

/** `node`: an id that is none has no node, as one of something that is gone. */
export function resolveNode(_root: unknown, { id }: { id: GlobalId }, _context: unknown, _info: unknown, load: (id: GlobalId) => unknown) {
  return id.typename ? load(id) : null
}

export async function resolveNodes(
  _root: unknown,
  { ids }: { ids: GlobalId[] },
  _context: unknown,
  _info: unknown,
  load: (ids: GlobalId[]) => Promise<unknown[]>,
) {
  const { max } = limits.pageSize
  if (ids.length > max) throw new AppError('BAD_INPUT', `At most ${max} ids can be asked for at once.`, { field: 'ids' })
  const known = ids.filter(({ typename }) => typename)
  const loaded = await load(known)
  return ids.map((id) => (id.typename ? loaded[known.indexOf(id)] : null))
}
