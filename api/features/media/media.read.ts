import type { Context } from '#api/context.ts'
import { AppError } from '#api/lib/errors.ts'
import type { Settings } from '#api/settings/settings.ts'
import { isUploadPath } from '#rules/links.ts'

/** The path of an upload that a link names, also with the address of this site; else the link. */
export function uploadPathOrLink<Link extends string | null | undefined>(
  link: Link,
  { publicUrl }: Pick<Settings, 'publicUrl'>,
): Link | string {
  const path = link?.startsWith(publicUrl) && link.slice(publicUrl.length)
  return path && isUploadPath(path) ? path : link
}

/**
 * Finds the UUID of the owner's upload that a link names; null for no link or an external one.
 * @param field the input field of the link, for errors
 * @throws AppError FORBIDDEN for another account's upload, BAD_INPUT for a missing one
 */
export async function findOwnUpload(
  { database }: Context,
  ownerId: string,
  link: string | null,
  field: string,
): Promise<string | null> {
  if (!link || !isUploadPath(link)) return null
  const hash = link.slice('/media/'.length, -'.webp'.length)
  const upload = await database.media.findUnique({
    where: { ownerId_hash: { ownerId, hash } },
    select: { id: true },
  })
  if (upload) return upload.id
  const others = await database.media.findFirst({ where: { hash }, select: { id: true } })
  if (others) throw new AppError('FORBIDDEN', 'UPLOAD_NOT_YOURS', { field })
  throw new AppError('BAD_INPUT', 'UPLOAD_NOT_FOUND', { field })
}
