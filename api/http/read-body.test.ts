import { expect, test } from 'vitest'
import { BodyBuffer } from './read-body.ts'

const MEGABYTE = 1024 * 1024

test('attack 65: one-byte chunks take no extra memory', () => {
  const reservation = { grow: () => true, growTo: () => true, release() {} }
  const buffer = new BodyBuffer({ maxBytes: 8 * MEGABYTE, reservation })
  const chunk = Buffer.from('x')
  for (let i = 0; i < MEGABYTE; i++) buffer.add(chunk)
  expect([buffer.bytes.length, buffer.bytes.buffer.byteLength]).toEqual([MEGABYTE, MEGABYTE])
  expect(() => buffer.add(Buffer.alloc(7 * MEGABYTE + 1))).toThrow('too large')
})
