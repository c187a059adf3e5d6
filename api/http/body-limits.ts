import { isDemoUser } from '#rules/demo-user.ts'

const KILOBYTE = 1024
const MEGABYTE = 1024 * KILOBYTE
/** Bytes that any caller may send. */
export const SMALL_BODY = 64 * KILOBYTE
const MEMBER_BODY = MEGABYTE
/** A body that may carry an embedded picture of 5 MB, which base64 makes a third larger. */
const PICTURE_BODY = 8 * MEGABYTE
/** Bytes that are read of a body that was refused, so that its sender can read why. */
export const MOST_DISCARDED = 32 * MEGABYTE

/** A call whose body may carry an embedded picture. */
export interface PictureCall {
  field: string
  /** Whether a caller without a session may act as the demo user by it. */
  forDemoUser: boolean
}

export function pictureCall(method: string | undefined, path: string): PictureCall | null {
  if (method === 'POST' && path === '/api/posts') return { field: 'imageUrl', forDemoUser: true }
  const user = method === 'PATCH' ? /^\/api\/users\/([^/]+)$/.exec(path)?.[1] : undefined
  return user === undefined ? null : { field: 'avatar', forDemoUser: isDemoUser(user) }
}

/** Whether a request's body may hold a picture, embedded or as a file. */
export function takesPicture(method: string | undefined, path: string): boolean {
  return pictureCall(method, path) !== null || (method === 'POST' && path === '/api/media')
}

/** The most bytes of a body that a call reads, from a caller who may send it. */
export function largestBody(method: string | undefined, path: string): number {
  return takesPicture(method, path) ? PICTURE_BODY : MEMBER_BODY
}
