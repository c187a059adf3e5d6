import type { Context } from '#api/context.ts'
import { uploadPicture } from '#api/features/media/media.write.ts'

const BASE64 = /^data:[^,]*;\s*base64,/i

/** Whether a text is a file written into a URL, as a page reads one from a disk. */
export function isEmbedded(link: string): boolean {
  return /^data:/i.test(link)
}

/**
 * The link to keep for a picture: that of a new upload for an embedded one, any other as it is.
 * @throws AppError as `uploadPicture` does
 */
export async function linkOf<Link extends string | null | undefined>(
  link: Link,
  context: Context,
): Promise<Link | string> {
  if (typeof link !== 'string' || !isEmbedded(link)) return link
  const { url } = await uploadPicture(context, bytesOf(link))
  return url
}

/** The bytes of a data URL in base64, as every picture is written; none of any other. What they are, they tell themselves. */
function bytesOf(dataUrl: string): Buffer {
  const head = BASE64.exec(dataUrl.slice(0, 1_000))?.[0]
  return head ? Buffer.from(dataUrl.slice(head.length), 'base64') : Buffer.alloc(0)
}
