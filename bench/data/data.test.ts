import { expect, test } from 'vitest'
import { searchText } from '../../api/lib/search-text.ts'
import { likersOf, likesCounts } from './likes.ts'
import { searchTextOf } from './pieces.ts'
import { postOf } from './post.ts'
import { shapeOf } from './shape.ts'
import { commonWords } from './words.ts'

const shape = shapeOf(10_000)
const posts = Array.from({ length: 2_000 }, (_, index) => postOf(shape, index))

test('what the search keeps of a post is what it would make of the whole content', () => {
  for (const { pieces } of posts) {
    const { text, grams } = searchText(pieces.join(' '))
    const made = searchTextOf(pieces)
    expect(made.text).toBe(text)
    expect([...made.grams].sort()).toEqual([...grams].sort())
  }
})

test('a post is the same every time', () => {
  expect(postOf(shape, 7)).toEqual(postOf(shape, 7))
  expect(postOf(shape, 7)).not.toEqual(postOf(shape, 8))
})

test.each(commonWords)('%s stands in about 12 % of the posts', (word) => {
  const having = posts.filter(({ pieces }) =>
    pieces.some((piece) => piece.replace('.', '') === word),
  )
  expect(having.length / posts.length).toBeGreaterThan(0.1)
  expect(having.length / posts.length).toBeLessThan(0.14)
})

test('a post has ten likes on the average, and the most liked has those of half of all users', () => {
  const counts = likesCounts(shape)
  expect(Math.max(...counts)).toBe(shape.users / 2)
  const all = counts.reduce((sum, count) => sum + count, 0)
  expect(all / shape.posts).toBeGreaterThan(9.9)
  expect(all / shape.posts).toBeLessThanOrEqual(10)
})

test('nobody likes a post twice', () => {
  for (const post of [0, 1, 9_999]) expect(new Set(likersOf(shape, post, 5_000)).size).toBe(5_000)
})
