import { isDemoUser } from './demo-user.ts'
import { uploadPicture } from './upload-api.ts'

/** A REST endpoint whose JSON may contain a picture, as a data URL. */
export interface PictureEndpoint {
  /** The member of the body that may have it. */
  field: string
  /** Whether a caller without a session can act as the demo user here. */
  forDemoUser: boolean
}

/** @param path in lower case, without a trailing slash */
export function pictureEndpoint(method: string | undefined, path: string): PictureEndpoint | null {
  if (method === 'POST' && path === '/api/posts') return { field: 'imageUrl', forDemoUser: true }
  const user = method === 'PATCH' ? /^\/api\/users\/([^/]+)$/.exec(path)?.[1] : undefined
  return user === undefined ? null : { field: 'avatar', forDemoUser: isDemoUser(user) }
}

/** Whether a body may contain a picture, embedded or as a file. */
export function acceptsPicture(method: string | undefined, path: string): boolean {
  const isUpload = method === uploadPicture.method && path === uploadPicture.path
  return isUpload || pictureEndpoint(method, path) !== null
}
