import { setImmediate } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { Turns } from './turns.ts'

test('a turn handles 96 KB of bodies, and one body at least; small ones do not wait', async () => {
  const turns = new Turns(() => 0)
  const handled: string[] = []
  const perTurn = namesPerTurn(handled, 4)
  const add = (name: string, kilobytes: number) =>
    turns.run(kilobytes * 1024, () => handled.push(name))
  for (const name of ['a', 'b', 'c']) add(name, 64)
  add('d', 100)
  add('e', 32)
  expect(await perTurn).toEqual(['ae', 'b', 'c', 'd'])
})

test('empty bodies add no turns', async () => {
  const turns = new Turns(() => 0)
  const handled: string[] = []
  const perTurn = namesPerTurn(handled, 4)
  for (let index = 0; index < 5; index++) turns.run(0, () => {})
  for (const name of ['a', 'b', 'c', 'd']) turns.run(64 * 1024, () => handled.push(name))
  expect(await perTurn).toEqual(['a', 'b', 'c', 'd'])
})

test('a turn begins no further task after 10 ms; the others wait in order', async () => {
  let now = 0
  const turns = new Turns(() => now)
  const begun: string[] = []
  const perTurn = namesPerTurn(begun, 3)
  for (const name of ['a', 'b', 'c', 'd', 'e'])
    turns.run(0, () => {
      begun.push(name)
      now += 6
    })
  expect(await perTurn).toEqual(['ab', 'cd', 'e'])
})

test('the time of a task includes what promises continue', async () => {
  let now = 0
  const turns = new Turns(() => now)
  const begun: string[] = []
  const perTurn = namesPerTurn(begun, 2)
  for (const name of ['a', 'b', 'c'])
    turns.run(0, async () => {
      for (let step = 0; step < 6; step++) await null
      now += 6
      begun.push(name)
    })
  expect(await perTurn).toEqual(['ab', 'c'])
})

test('a task may add another one', async () => {
  const turns = new Turns(() => 0)
  const begun: string[] = []
  const perTurn = namesPerTurn(begun, 1)
  turns.run(0, () => {
    turns.run(0, () => begun.push('b'))
    begun.push('a')
  })
  expect(await perTurn).toEqual(['ab'])
})

test('every task runs, also when its turn ends at that moment', async () => {
  let now = 0
  const turns = new Turns(() => now++)
  let count = 0
  for (let index = 0; index < 100; index++) turns.run(0, () => count++)
  for (let turn = 0; turn < 100; turn++) await setImmediate()
  expect(count).toBe(100)
})

/** @returns what this turn, and each of the next, adds to the names, joined */
async function namesPerTurn(names: string[], turns: number): Promise<string[]> {
  const added: string[] = []
  while (added.length < turns) {
    await setImmediate()
    added.push(names.splice(0).join(''))
  }
  return added
}
