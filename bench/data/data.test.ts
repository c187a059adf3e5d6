import { expect, test } from 'vitest'
import { searchText } from '../../api/lib/search-text.ts'
import { followingKinds, generateFollows, viewersFollowing } from './follows.ts'
import { generateHides } from './hides.ts'
import { postTime } from './ids.ts'
import { likeCounts, likersOf } from './likes.ts'
import { generateNotifications, notifiedViewers } from './notifications.ts'
import { generatePost } from './post.ts'
import { searchTextOf } from './post-search-text.ts'
import { repliesOf, replyCounts } from './replies.ts'
import { shapeOf, userOfViewer } from './shape.ts'
import { shareCounts, sharesOf } from './shares.ts'
import { commonWords } from './words.ts'

const shape = shapeOf(10_000)
const posts = Array.from({ length: 2_000 }, (_, index) => generatePost(shape, index))

test('the generated search text of a post equals the search text of its whole content', () => {
  for (const { phrases } of posts) {
    const { text, grams } = searchText(phrases.join(' '))
    const generated = searchTextOf(phrases)
    expect(generated.text).toBe(text)
    expect([...generated.grams].sort()).toEqual([...grams].sort())
  }
})

test('a post is generated the same every time', () => {
  expect(generatePost(shape, 7)).toEqual(generatePost(shape, 7))
  expect(generatePost(shape, 7)).not.toEqual(generatePost(shape, 8))
})

test.each(commonWords)('%s occurs in about 12 % of the posts', (word) => {
  const matching = posts.filter(({ phrases }) =>
    phrases.some((phrase) => phrase.replace('.', '') === word),
  )
  expect(matching.length / posts.length).toBeGreaterThan(0.1)
  expect(matching.length / posts.length).toBeLessThan(0.14)
})

test('a post has ten likes on average, and half of all users like the most liked post', () => {
  const counts = likeCounts(shape)
  expect(Math.max(...counts)).toBe(shape.users / 2)
  const total = counts.reduce((sum, count) => sum + count, 0)
  expect(total / shape.posts).toBeGreaterThan(9.9)
  expect(total / shape.posts).toBeLessThanOrEqual(10)
})

test('no user likes a post twice', () => {
  for (const post of [0, 1, 9_999]) expect(new Set(likersOf(shape, post, 5_000)).size).toBe(5_000)
})

test('some viewers hide others, half by a mute and half by a block of nobody whom they follow', () => {
  const hides = [...generateHides(shape)]
  const followed = new Set(
    generateFollows(shape).map(({ follower, followee }) => `${follower} ${followee}`),
  )
  expect(new Set(hides.map(({ viewer, hidden }) => `${viewer} ${hidden}`)).size).toBe(hides.length)
  for (const { viewer, hidden, isMute } of hides)
    if (!isMute) expect(followed.has(`${viewer} ${hidden}`)).toBe(false)
  for (const [kind, { hides: count }] of Object.entries(followingKinds))
    for (const viewer of viewersFollowing(kind as keyof typeof followingKinds)) {
      const own = hides.filter((hide) => hide.viewer === userOfViewer(shape, viewer))
      expect(own.filter(({ isMute }) => isMute)).toHaveLength(count / 2)
      expect(own.filter(({ isMute }) => !isMute)).toHaveLength(count / 2)
    }
})

test('follows have a long tail, exact numbers for some viewers, and no pair twice', () => {
  const follows = [...generateFollows(shape)]
  expect(new Set(follows.map(({ follower, followee }) => `${follower} ${followee}`)).size).toBe(
    follows.length,
  )
  expect(follows.filter(({ follower, followee }) => follower === followee)).toEqual([])
  for (const [kind, { followees, isSilent }] of Object.entries(followingKinds)) {
    for (const viewer of viewersFollowing(kind as keyof typeof followingKinds)) {
      const user = userOfViewer(shape, viewer)
      const own = follows.filter(({ follower }) => follower === user)
      expect(own, kind).toHaveLength(followees)
      expect(own.every(({ followee }) => followee >= shape.writers)).toBe(isSilent)
    }
  }
  const followers = new Map<number, number>()
  for (const { followee } of follows) followers.set(followee, (followers.get(followee) ?? 0) + 1)
  expect(followers.get(0)).toBeGreaterThan(1_900)
  expect([...followers.values()].filter((count) => count < 10).length).toBeGreaterThan(
    followers.size / 2,
  )
})

test('shares have a long tail, and are by different people who post, after their post', () => {
  const counts = shareCounts(shape)
  expect(Math.max(...counts)).toBe(shape.activeAuthors)
  expect(counts.filter((count) => count === 0).length).toBeGreaterThan(shape.posts / 2)
  const post = counts.indexOf(shape.activeAuthors)
  const shares = [...sharesOf(shape, post, shape.activeAuthors, 0)]
  expect(new Set(shares.map(({ actor }) => actor)).size).toBe(shape.activeAuthors)
  expect(shares.every(({ actor }) => actor < shape.writers)).toBe(true)
  expect(shares.every(({ time }) => time > postTime(shape, post))).toBe(true)
})

test('replies have a long tail, and answer the post or an earlier reply of its thread', () => {
  const counts = replyCounts(shape)
  expect(Math.max(...counts)).toBe(200)
  expect(counts.filter((count) => count === 0).length).toBeGreaterThan(shape.posts / 2)
  const post = counts.indexOf(200)
  const replies = [...repliesOf(shape, post, 200, 0)]
  expect(replies.every(({ time }) => time > postTime(shape, post))).toBe(true)
  expect(new Set(replies.map(({ time }) => time)).size).toBe(200)
  const toReplies = replies.filter(({ answered }) => answered)
  expect(toReplies.every(({ answered, time }) => (answered?.time ?? 0) < time)).toBe(true)
  expect(toReplies.length).toBeGreaterThan(70)
})

test('active authors have pages of notifications, with up to three other people', () => {
  const all = [...generateNotifications(shape)]
  expect(all.map(({ index }) => index)).toEqual(all.map((_, index) => index))
  for (const { actors, reply, recipient } of all) {
    expect(actors.length > 0).toBe(reply === null)
    expect(actors.length).toBeLessThanOrEqual(3)
    expect(actors).not.toContain(recipient)
  }
  for (const viewer of notifiedViewers(shape)) {
    const own = all.filter(({ recipient }) => recipient === userOfViewer(shape, viewer))
    expect(own.length).toBeGreaterThan(20)
  }
})
