import { setImmediate } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { Turns } from './turns.ts'

test('a turn handles 96 KB of bodies, and one body at least; small ones do not wait', async () => {
  const turns = new Turns()
  const handled: string[] = []
  const add = (name: string, kilobytes: number) =>
    turns.run(kilobytes * 1024, () => handled.push(name))
  for (const name of ['a', 'b', 'c']) add(name, 64)
  add('d', 100)
  add('e', 32)
  const turnsOf: string[] = [handled.splice(0).join('')]
  for (let turn = 1; turn <= 3; turn++) {
    await setImmediate()
    turnsOf.push(handled.splice(0).join(''))
  }
  expect(turnsOf).toEqual(['ae', 'b', 'c', 'd'])
})

test('empty bodies add no turns', async () => {
  const turns = new Turns()
  const handled: number[] = []
  for (let index = 0; index < 5; index++) turns.run(0, () => {})
  for (let index = 0; index < 4; index++) turns.run(64 * 1024, () => handled.push(index))
  const counts = [handled.length]
  for (let turn = 1; turn <= 3; turn++) {
    await setImmediate()
    counts.push(handled.length)
  }
  expect(counts).toEqual([1, 2, 3, 4])
})

test('a turn begins no further task after 10 ms; the others wait in order', async () => {
  let now = 0
  const turns = new Turns(() => now)
  const begun: string[] = []
  for (const name of ['a', 'b', 'c', 'd', 'e'])
    turns.run(0, () => {
      begun.push(name)
      now += 6
    })
  const turnsOf = [begun.splice(0).join('')]
  for (let turn = 1; turn <= 2; turn++) {
    await setImmediate()
    turnsOf.push(begun.splice(0).join(''))
  }
  expect(turnsOf).toEqual(['ab', 'cd', 'e'])
})
