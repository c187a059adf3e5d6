import { isDemoUser } from '#rules/demo-user.ts'

const KILOBYTE = 1024
const MEGABYTE = 1024 * KILOBYTE
/** The limit of every JSON body, without its embedded picture. */
export const SMALL_BODY_BYTES = 64 * KILOBYTE
/** Fits an embedded picture of 5 MB, which base64 makes a third larger. */
export const PICTURE_BODY_BYTES = 8 * MEGABYTE
/** The server reads this much of a rejected body, so that its sender can read the response. */
export const MAX_DISCARDED_BYTES = 32 * MEGABYTE

/** An endpoint whose body may contain an embedded picture. */
export interface PictureEndpoint {
  field: string
  /** Whether a caller without a session can act as the demo user here. */
  forDemoUser: boolean
}

export function pictureEndpoint(method: string | undefined, path: string): PictureEndpoint | null {
  if (method === 'POST' && path === '/api/posts') return { field: 'imageUrl', forDemoUser: true }
  const user = method === 'PATCH' ? /^\/api\/users\/([^/]+)$/.exec(path)?.[1] : undefined
  return user === undefined ? null : { field: 'avatar', forDemoUser: isDemoUser(user) }
}

/** Whether a body may contain a picture, embedded or as a file. */
export function acceptsPicture(method: string | undefined, path: string): boolean {
  return pictureEndpoint(method, path) !== null || (method === 'POST' && path === '/api/media')
}
