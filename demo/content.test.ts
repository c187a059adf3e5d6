import { expect, test } from 'vitest'
import { bio, displayName, imageAlt, postContent, problemWith, username } from '#rules/fields.ts'
import { visibleLength } from '#rules/text.ts'
import { avatar } from './art/avatar.ts'
import { demoContent } from './content.ts'
import { people } from './people.ts'

const NOW = Date.UTC(2026, 10, 21, 9, 30)
const DAY_MS = 24 * 60 * 60 * 1000
const { posts, likes, people: members } = demoContent(NOW)

test('twelve people have distinct, valid names, bios and faces', () => {
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
    people.map((each) => avatar(each.face)),
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
  expect(new Set(posts.flatMap(({ picture }) => picture?.svg ?? [])).size).toBe(
    posts.filter(({ picture }) => picture).length,
  )
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
  })
  expect(shape(later, NOW + 100 * DAY_MS)).toEqual(shape({ people: members, posts, likes }, NOW))
})
