import { uuidFromBytes } from '../../api/graphql/cursor.ts'
import { hash } from './hash.ts'
import type { Shape } from './shape.ts'

/** Time of the newest post. Posts written by a benchmark are newer. */
const NEWEST_POST_TIME = Date.UTC(2026, 9, 1)
/** So far in the future that the product never deletes notifications for their age. */
const NOTIFICATION_TIME = Date.UTC(2099, 0, 1)
const POST_INTERVAL_MS = 30_000
const USER_INTERVAL_MS = 300_000

export function postTime({ posts }: Shape, post: number): number {
  return NEWEST_POST_TIME - (posts - 1 - post) * POST_INTERVAL_MS
}

/** All users signed up before the first post. */
export function userTime(shape: Shape, user: number): number {
  return postTime(shape, 0) - (shape.users - user) * USER_INTERVAL_MS
}

export const postId = (shape: Shape, post: number): Buffer => uuid(postTime(shape, post), post, 1)
export const userId = (shape: Shape, user: number): Buffer => uuid(userTime(shape, user), user, 2)
export const mediaId = (shape: Shape, post: number): Buffer => uuid(postTime(shape, post), post, 3)
export const sessionId = (viewer: number): Buffer => uuid(NEWEST_POST_TIME, viewer, 4)
export const shareId = (time: number, share: number): Buffer => uuid(time, share, 5)
/** Not older than any event of the generated data. */
export const newestEventId = (shape: Shape): Buffer => uuid(postTime(shape, shape.posts), 0, 5)
export const followId = (time: number, follow: number): Buffer => uuid(time, follow, 6)
export const hideId = (time: number, hide: number): Buffer => uuid(time, hide, 7)
export const replyId = (time: number, reply: number): Buffer => uuid(time, reply, 8)
export const notificationId = (notification: number): Buffer =>
  uuid(NOTIFICATION_TIME + notification, notification, 9)
export const uuidText = uuidFromBytes

/** @returns the bytes of a UUIDv7 */
function uuid(time: number, index: number, kind: number): Buffer {
  const bytes = Buffer.allocUnsafe(16)
  bytes.writeUIntBE(time, 0, 6)
  bytes.writeUInt16BE(0x7000 | (hash(index, kind * 10) & 0xfff), 6)
  bytes.writeUInt16BE(0x8000 | (hash(index, kind * 10 + 1) & 0x3fff), 8)
  bytes.writeUInt32BE(hash(index, kind * 10 + 2), 10)
  bytes.writeUInt16BE(hash(index, kind * 10 + 3) & 0xffff, 14)
  return bytes
}
