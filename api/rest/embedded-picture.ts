import { actorOf } from '#api/actor.ts'
import type { Context } from '#api/context.ts'
import { repeatedPicture, uploadPicture } from '#api/features/media/media.write.ts'
import { isKeyUsed } from '#api/features/post/idempotency-key.ts'

const BASE64 = /^data:[^,]*;\s*base64,/i

export function isDataUrl(url: string): boolean {
  return /^data:/i.test(url)
}

/**
 * Stores the picture of a data URL and returns the URL of the upload. Returns other values
 * unchanged.
 * @param key the idempotency key of the post that it is for: a retry stores nothing
 * @throws AppError as `uploadPicture` does
 */
export async function storeDataUrl<Url extends string | null | undefined>(
  url: Url,
  context: Context,
  key?: string,
): Promise<Url | string> {
  if (typeof url !== 'string' || !isDataUrl(url)) return url
  const bytes = decodeDataUrl(url)
  const { id: authorId } = actorOf(context)
  return key !== undefined && (await isKeyUsed(context, { authorId, key }))
    ? repeatedPicture(context, bytes)
    : (await uploadPicture(context, bytes)).url
}

/** Empty unless the data URL is base64. The format is detected from the bytes. */
function decodeDataUrl(dataUrl: string): Buffer {
  const head = BASE64.exec(dataUrl.slice(0, 1_000))?.[0]
  return head ? Buffer.from(dataUrl.slice(head.length), 'base64') : Buffer.alloc(0)
}
