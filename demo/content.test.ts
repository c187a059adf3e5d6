import { readdirSync } from 'node:fs'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { timeOf } from '#api/lib/ids.ts'
import {
  bio,
  displayName,
  imageAlt,
  postContent,
  problemWith,
  shareComment,
  username,
} from '#rules/fields.ts'
import { visibleLength } from '#rules/text.ts'
import { demoContent } from './content.ts'
import { people } from './people.ts'
import metadata from './pictures.json' with { type: 'json' }
import { DEMO_USER_PICTURE, demoPicture } from './pictures.ts'

const NOW = Date.UTC(2026, 10, 21, 9, 30)
const DAY_MS = 24 * 60 * 60 * 1000
const { posts, likes, follows, shares, people: members } = demoContent(NOW)

test('twelve people have distinct, valid names and bios', () => {
  expect(people).toHaveLength(12)
  for (const person of people) {
    expect(problemWith(username, person.username)).toBeNull()
    expect(problemWith(displayName, person.displayName)).toBeNull()
    expect(problemWith(bio, person.bio)).toBeNull()
    expect(person.bio).not.toBe('')
  }
  for (const distinct of [
    people.map((each) => each.username),
    people.map((each) => each.displayName),
  ]) {
    expect(new Set(distinct).size).toBe(12)
  }
})

test('about 300 posts are valid, and no two are alike', () => {
  expect(posts.length).toBeGreaterThanOrEqual(290)
  for (const { content, picture } of posts) {
    expect(problemWith(postContent, content), content).toBeNull()
    expect(postContent.parse(content), 'is stored unchanged').toBe(content)
    if (picture) expect(imageAlt.parse(picture.alt), 'has an alternative text').toBe(picture.alt)
    if (picture) expect(picture.alt.length, content).toBeGreaterThan(10)
  }
  expect(new Set(posts.map(({ content }) => content.toLowerCase())).size).toBe(posts.length)
})

test('each picture is used once, and its files are small enough for a first look', async () => {
  const used = [
    ...[DEMO_USER_PICTURE, ...people.map((person) => person.username)],
    ...posts.flatMap(({ picture }) => picture?.file ?? []),
  ]
  expect(used.toSorted()).toEqual(Object.keys(metadata).toSorted())
  const names = used.flatMap((file) =>
    ['', '-small', '-thumb'].map((size) => `${file}${size}.webp`),
  )
  expect(readdirSync(new URL('pictures', import.meta.url)).toSorted()).toEqual(names.toSorted())
  const pictures = await Promise.all(used.map(demoPicture))
  expect(new Set(pictures.map(({ hash }) => hash)).size).toBe(used.length)
  for (const { display, small, thumbnail, width, height } of pictures) {
    expect(await sharp(display).metadata()).toMatchObject({ format: 'webp', width, height })
    expect((await sharp(small).metadata()).width).toBeLessThanOrEqual(640)
    expect(await sharp(thumbnail).metadata()).toMatchObject({ width: 132, height: 132 })
    expect(display.length).toBeLessThan(150 * 1024)
  }
})

test('posts vary in length and in their first words', () => {
  const lengths = posts.map(({ content }) => visibleLength(content))
  expect(Math.min(...lengths)).toBeLessThan(25)
  expect(Math.max(...lengths)).toBeGreaterThan(140)
  const beginnings = new Map<string, number>()
  for (const { content } of posts) {
    const words = content.toLowerCase().split(/\s+/).slice(0, 3).join(' ')
    beginnings.set(words, (beginnings.get(words) ?? 0) + 1)
  }
  expect([...beginnings].filter(([, count]) => count > 3)).toEqual([])
})

test('posts are from the last weeks, after their author joined, in the order of their ids', () => {
  const joinedAt = new Map(members.map(({ id, createdAt }) => [id, createdAt.getTime()]))
  for (const { createdAt, authorId } of posts) {
    expect(createdAt.getTime()).toBeLessThan(NOW)
    expect(createdAt.getTime()).toBeGreaterThan(NOW - 50 * DAY_MS)
    expect(createdAt.getTime()).toBeGreaterThan(joinedAt.get(authorId) ?? NOW)
  }
  expect(posts.map(({ id }) => id).toSorted()).toEqual(posts.map(({ id }) => id))
  expect(new Set(posts.map(({ createdAt }) => createdAt.getTime())).size).toBe(posts.length)
})

test('the newest page shows many people and some pictures', () => {
  const page = posts.slice(-20)
  expect(new Set(page.map(({ authorId }) => authorId)).size).toBeGreaterThanOrEqual(10)
  expect(page.filter(({ picture }) => picture).length).toBeGreaterThanOrEqual(3)
})

test('likes have a long tail, are never by the author, and are newer than their post', () => {
  const counts = posts.map(({ id }) => likes.filter(({ postId }) => postId === id).length)
  expect(counts.filter((count) => count <= 2).length).toBeGreaterThan(posts.length / 3)
  expect(counts.filter((count) => count >= 8).length).toBeGreaterThan(5)
  expect(counts.filter((count) => count >= 8).length).toBeLessThan(posts.length / 4)
  const byId = new Map(posts.map((post) => [post.id, post]))
  for (const { userId, postId, createdAt } of likes) {
    const post = byId.get(postId)
    expect(post?.authorId).not.toBe(userId)
    expect(createdAt.getTime()).toBeGreaterThan(post?.createdAt.getTime() ?? NOW)
    expect(createdAt.getTime()).toBeLessThan(NOW)
  }
})

test('people follow each other, a few have many followers, and each follow is newer than both', () => {
  const followers = people.map(
    (person) => people.filter((other) => other.follows.includes(person.username)).length,
  )
  expect(follows).toHaveLength(people.flatMap((person) => person.follows).length)
  expect(Math.max(...followers)).toBeGreaterThanOrEqual(10)
  expect(Math.min(...followers)).toBeGreaterThanOrEqual(1)
  expect(followers.filter((count) => count <= 3).length).toBeGreaterThanOrEqual(7)
  const joinedAt = new Map(members.map(({ id, createdAt }) => [id, createdAt.getTime()]))
  for (const { id, followerId, followeeId } of follows) {
    expect(followerId).not.toBe(followeeId)
    const time = timeOf(id).getTime()
    expect(time).toBeGreaterThanOrEqual(joinedAt.get(followerId) ?? NOW)
    expect(time).toBeGreaterThanOrEqual(joinedAt.get(followeeId) ?? NOW)
    expect(time).toBeLessThan(NOW)
  }
  expect(new Set(follows.map(({ followerId, followeeId }) => followerId + followeeId)).size).toBe(
    follows.length,
  )
})

test('shares have a long tail, are by followers of the author, and are newer than their post', () => {
  const counts = posts.map(({ id }) => shares.filter(({ postId }) => postId === id).length)
  expect(counts.filter((count) => count === 0).length).toBeGreaterThan(posts.length / 2)
  expect(counts.filter((count) => count >= 5).length).toBeGreaterThanOrEqual(5)
  expect(counts.filter((count) => count >= 5).length).toBeLessThan(posts.length / 20)
  const byId = new Map(posts.map((post) => [post.id, post]))
  for (const { id, actorId, postId } of shares) {
    const post = byId.get(postId)
    expect(timeOf(id).getTime()).toBeGreaterThan(post?.createdAt.getTime() ?? NOW)
    expect(timeOf(id).getTime()).toBeLessThan(NOW)
    expect(follows).toContainEqual(
      expect.objectContaining({ followerId: actorId, followeeId: post?.authorId }),
    )
  }
  expect(new Set(shares.map(({ actorId, postId }) => actorId + postId)).size).toBe(shares.length)
})

test('every comment is valid and on exactly one post', () => {
  const comments = people.flatMap((person) => person.shares.map(({ comment }) => comment))
  expect(shares.flatMap(({ comment }) => comment ?? []).toSorted()).toEqual(comments.toSorted())
  expect(new Set(comments).size).toBe(comments.length)
  for (const comment of comments) {
    expect(problemWith(shareComment, comment), comment).toBeNull()
    expect(shareComment.parse(comment), 'is stored unchanged').toBe(comment)
  }
})

test('the content is the same at any time of loading, shifted in time', () => {
  const later = demoContent(NOW + 100 * DAY_MS)
  const shape = (content: ReturnType<typeof demoContent>, now: number) => ({
    posts: content.posts.map(({ id: _, authorId: __, createdAt, ...post }) => ({
      ...post,
      age: now - createdAt.getTime(),
    })),
    likes: content.likes.map(({ postId, userId, createdAt }) => [
      content.posts.findIndex(({ id }) => id === postId),
      content.people.find(({ id }) => id === userId)?.username,
      now - createdAt.getTime(),
    ]),
    shares: content.shares.map(({ id, postId, actorId, comment }) => [
      content.posts.findIndex((post) => post.id === postId),
      content.people.find((person) => person.id === actorId)?.username,
      comment,
      now - timeOf(id).getTime(),
    ]),
    follows: content.follows.map(({ id, ...follow }) => [
      ...[follow.followerId, follow.followeeId].map(
        (user) => content.people.find((person) => person.id === user)?.username,
      ),
      now - timeOf(id).getTime(),
    ]),
  })
  expect(shape(later, NOW + 100 * DAY_MS)).toEqual(shape(demoContent(NOW), NOW))
})
