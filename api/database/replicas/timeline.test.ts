import { expect, test } from 'vitest'
import { Course } from './timeline.ts'

const at = (position: number, received = position) => ({ position, received })

test('a replica is followed wherever it is on the primary’s way', () => {
  const course = new Course()
  expect([
    course.follows(at(90), 100),
    course.follows(at(100), 100),
    course.follows(at(110), 120),
  ]).toEqual([true, true, true])
  // Its answer may be younger than the primary's.
  expect([course.follows(at(130), 125), course.follows(at(130), 130)]).toEqual([true, true])
})

test('one that has what the primary never had is not, not even when the primary has come as far', () => {
  const [known, fresh] = [new Course(), new Course()]
  known.follows(at(1_000), 1_000)
  expect([known.follows(at(1_000), 950), known.follows(at(1_000), 1_100)]).toEqual([false, false])
  expect([
    fresh.follows(at(1_000), 950),
    fresh.follows(at(1_000), 951),
    fresh.follows(at(1_000), 1_100),
  ]).toEqual([false, false, false])
  // Made anew, it goes on.
  expect([known.follows(at(1_200), 1_200), fresh.follows(at(1_200), 1_200)]).toEqual([true, true])
})

test('after a promotion it needs something new, beyond all that it had and had received, and that the new primary had', () => {
  for (const [found, primary, least] of [
    [at(900, 1_000), 950, 1_000],
    [at(900), 950, 950],
    [at(1_000), 950, 1_000],
  ] as const) {
    const course = new Course()
    course.follows(found, 900)
    course.doubt()
    expect([
      course.follows(found, primary),
      course.follows(at(least), 1_100),
      course.follows(at(least + 1), 1_100),
    ]).toEqual([false, false, true])
  }
})
