import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Database } from '../../database/client.ts'
import { NewsCourse } from './news-course.ts'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance'] })
})
afterEach(() => {
  vi.useRealTimers()
})

/** A course of which one question is enough for 100 ms, in a database whose last number is 5 at first. */
function courseOf() {
  const database = { number: 5, asked: 0, error: null as Error | null, whileAsked: () => {}, held: Promise.resolve() }
  const rows = async () => {
    database.asked++
    const { number, error } = database
    database.whileAsked()
    await database.held
    if (error) throw error
    return [{ number: String(number) }]
  }
  const course = new NewsCourse({ database: { rows } as unknown as Database, onUnheard() {}, believed: 100 })
  return { course, database }
}

test('one question is enough for a while, and no longer', async () => {
  const { course, database } = courseOf()
  await Promise.all([course.ask(), course.ask()])
  database.number = 6
  vi.advanceTimersByTime(74)
  await course.ask()
  expect([course.known, database.asked]).toEqual([5, 1])
  vi.advanceTimersByTime(26)
  await course.ask()
  expect([course.known, database.asked]).toEqual([6, 2])
})

test('it counts from when it began, not from when it was answered', async () => {
  const { course, database } = courseOf()
  database.whileAsked = () => vi.advanceTimersByTime(100)
  await course.ask()
  await course.ask()
  expect(database.asked).toBe(2)
})

test('when most of the while is over, the first who comes asks anew and does not wait for it', async () => {
  const { course, database } = courseOf()
  await course.ask()
  vi.advanceTimersByTime(80)
  database.number = 6
  await Promise.all([course.ask(), course.ask()])
  expect(course.known).toBe(5)
  await expect.poll(() => course.known).toBe(6)
  vi.advanceTimersByTime(25)
  await course.ask()
  expect(database.asked).toBe(2)
})

test('a question that failed is no answer to whoever comes later', async () => {
  const { course, database } = courseOf()
  await course.ask()
  database.error = new Error('gone')
  vi.advanceTimersByTime(80)
  await course.ask()
  await expect.poll(() => database.asked).toBe(2)
  vi.advanceTimersByTime(20)
  await expect(course.ask()).rejects.toThrow('gone')
  database.error = null
  await course.ask()
  expect(database.asked).toBe(4)
})

test('after a doubt it is asked again', async () => {
  const { course, database } = courseOf()
  await course.ask()
  course.doubt()
  await course.ask()
  expect([course.known, database.asked]).toEqual([5, 2])
})

test('an answer that comes after a doubt may be of another database, and is asked for again', async () => {
  const { course, database } = courseOf()
  database.whileAsked = () => {
    database.whileAsked = () => {}
    course.doubt()
    database.number = 2
  }
  await course.ask()
  expect([course.known, database.asked]).toEqual([2, 2])
})

test('whoever comes when the while is over waits for the question that is under way already', async () => {
  const { course, database } = courseOf()
  await course.ask()
  const { promise: held, resolve: letGo } = Promise.withResolvers<void>()
  database.held = held
  vi.advanceTimersByTime(80)
  await course.ask()
  await expect.poll(() => database.asked).toBe(2)
  vi.advanceTimersByTime(20)
  const asking = course.ask()
  letGo()
  await asking
  expect(database.asked).toBe(2)
})

test('a change is held back for longer than any question before it is enough', async () => {
  vi.useRealTimers()
  const { course, database } = courseOf()
  await course.ask()
  await course.knownToAll()
  await course.ask()
  expect(database.asked).toBe(2)
})
