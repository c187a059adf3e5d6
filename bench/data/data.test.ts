import { expect, test } from 'vitest'
import { searchText } from '../../api/lib/search-text.ts'
import { likeCounts, likersOf } from './likes.ts'
import { generatePost } from './post.ts'
import { searchTextOf } from './post-search-text.ts'
import { shapeOf } from './shape.ts'
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
