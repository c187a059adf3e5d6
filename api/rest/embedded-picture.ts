import { actorOf } from '#api/actor.ts'
import type { Context } from '#api/context.ts'
import { repeatedPicture, uploadPicture } from '#api/features/media/media.write.ts'
import { isKeyUsed } from '#api/features/post/idempotency-key.ts'
import { requireScope } from '#api/token-grant.ts'
import type { TokenScope } from '#rules/token-scopes.ts'

const BASE64 = /^data:[^,]*;\s*base64,/i

export function isDataUrl(url: string): boolean {
  return /^data:/i.test(url)
}

/**
 * Stores the picture of a data URL and returns the URL of the upload. Returns other values
 * unchanged.
 * @param use.scope what a token needs for the field that the picture is for
 * @param use.key the idempotency key of the post that it is for: a retry stores nothing
 * @throws AppError as `requireScope` and `uploadPicture` do
 */
export async function storeDataUrl<Url extends string | null | undefined>(
  url: Url,
  caller: Context,
  { scope, key }: { scope: TokenScope; key?: string | undefined },
): Promise<Url | string> {
  if (typeof url !== 'string' || !isDataUrl(url)) return url
  // No resolver runs here, so nothing else checks the scope.
  const context = requireScope(scope, caller)
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
