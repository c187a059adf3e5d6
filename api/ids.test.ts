import { randomUUID } from 'node:crypto'
import { fromUUID } from 'typeid-js'
import { expect, test } from 'vitest'
import { fromPublicId, NIL_UUID, toPublicId } from './ids.ts'

test('an id outside is a TypeID, and leads back', () => {
  const uuids = [NIL_UUID, 'ffffffff-ffff-ffff-ffff-ffffffffffff', ...Array.from({ length: 1000 }, () => randomUUID())]
  for (const uuid of uuids) {
    expect(toPublicId('Post', uuid)).toBe(fromUUID(uuid, 'post').toString())
    expect(fromPublicId(toPublicId('User', uuid))).toEqual({ type: 'User', uuid })
  }
})
