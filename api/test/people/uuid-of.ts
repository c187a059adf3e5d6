import { fromPublicId } from '#api/lib/ids.ts'

/** The UUID of a public id, such as `user_01h4…`. */
export function uuidOf(publicId: string): string {
  const id = fromPublicId(publicId)
  if (!id) throw new Error(`${publicId} is no id.`)
  return id.uuid
}
