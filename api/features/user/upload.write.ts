import type { Context } from '#api/context.ts'
import { AppError } from '#api/lib/errors.ts'
import { isUploadPath } from '#rules/links.ts'

/**
 * The key of the picture that a link stands for, where it is an upload of the owner's; null for a link to elsewhere and for none.
 * @param field the input that the link came by
 * @throws AppError FORBIDDEN for another's upload, BAD_INPUT for one that is not there
 */
export async function ownUpload(
  { database }: Context,
  ownerId: string,
  link: string | null,
  field: string,
): Promise<string | null> {
  if (!link || !isUploadPath(link)) return null
  const hash = link.slice('/media/'.length, -'.webp'.length)
  const own = await database.media.findUnique({
    where: { ownerId_hash: { ownerId, hash } },
    select: { id: true },
  })
  if (own) return own.id
  const others = await database.media.findFirst({ where: { hash }, select: { id: true } })
  if (others)
    throw new AppError(
      'FORBIDDEN',
      'Somebody else uploaded that picture. Upload it yourself to use it.',
      { field },
    )
  throw new AppError(
    'BAD_INPUT',
    'That upload is not there anymore. Please choose the picture again.',
    { field },
  )
}
