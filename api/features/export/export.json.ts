import { deviceOf } from '#rules/device.ts'
import type { Database } from '../../database/client.ts'
import { toPublicId } from '../../ids.ts'
import { type ExportedAccount, type ExportedPost, fileOf, ownIdentities, ownLikes, ownPosts, ownUploads } from './export.read.ts'

/** An account's data as one JSON object, in pieces of its text. */
export async function* dataJson(database: Database, account: ExportedAccount): AsyncGenerator<string> {
  yield `{\n"exportedAt": ${JSON.stringify(new Date())},\n"account": ${JSON.stringify(accountJson(account), null, 2)},\n"passkeys": `
  yield* list(account.passkeys, ({ name, createdAt }) => ({ name, createdAt }))
  yield ',\n"identities": '
  yield* list(ownIdentities(account), (identity) => identity)
  yield ',\n"sessions": '
  yield* list(account.sessions, ({ userAgent, createdAt, updatedAt }) => ({
    device: deviceOf(userAgent),
    createdAt,
    lastUsedAt: updatedAt,
  }))
  yield ',\n"uploads": '
  yield* list(ownUploads(database, account.id), (upload) => {
    const { width, height, createdAt } = upload
    return { file: fileOf(upload), width, height, createdAt }
  })
  yield ',\n"posts": '
  yield* list(ownPosts(database, account.id), postJson)
  yield ',\n"likes": '
  yield* list(ownLikes(database, account.id), ({ postId, createdAt, post }) => ({
    postId: toPublicId('Post', postId),
    author: post.author.username,
    createdAt,
  }))
  yield '\n}\n'
}

function accountJson({ id, username, displayName, email, emailVerified, bio, avatar, avatarMedia, twoFactor, createdAt }: ExportedAccount) {
  const profile = { id: toPublicId('User', id), username, displayName, bio, avatar, avatarFile: fileOf(avatarMedia) }
  return { ...profile, email, emailVerified, twoStepSignInSince: twoFactor?.confirmedAt ?? null, createdAt }
}

function postJson({ id, content, mediaType, imageUrl, imageAlt, videoUrl, media, likesCount, sharesCount, createdAt }: ExportedPost) {
  const picture = { imageUrl, imageAlt, imageFile: fileOf(media) }
  return { id: toPublicId('Post', id), content, mediaType, ...picture, videoUrl, likesCount, sharesCount, createdAt }
}

async function* list<Row>(rows: AsyncIterable<Row> | Iterable<Row>, toJson: (row: Row) => object): AsyncGenerator<string> {
  let separator = '[\n'
  for await (const row of rows) {
    yield separator + JSON.stringify(toJson(row))
    separator = ',\n'
  }
  yield separator === '[\n' ? '[]' : '\n]'
}
