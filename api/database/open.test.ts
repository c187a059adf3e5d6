import { expect, test } from 'vitest'
import { freePort } from '../free-port.ts'
import { emptyDatabase } from '../test/database.ts'
import { checkDatabase } from './open.ts'

test('a database that is empty, new enough and UTF8 will do', async () => {
  await expect(checkDatabase(await emptyDatabase())).resolves.toBeUndefined()
})

test('one in another encoding is refused', async () => {
  const url = await emptyDatabase(`ENCODING 'LATIN1' LOCALE_PROVIDER libc LC_COLLATE 'C' LC_CTYPE 'C'`)
  await expect(checkDatabase(url)).rejects.toMatchObject({
    name: 'OperatorError',
    message: expect.stringMatching(
      /^The database at 127\.0\.0\.1:\d+\/test_\w+ is encoded in LATIN1, and only UTF8 holds what people write\.$/,
    ),
  })
})

test('one that does not answer, or lets nobody in, is named without its password', async () => {
  const nobody = `postgresql://vibes:hush@127.0.0.1:${await freePort()}/vibes`
  await expect(checkDatabase(nobody)).rejects.toThrow(/^The database at 127\.0\.0\.1:\d+\/vibes does not answer: connect ECONNREFUSED/)

  const closed = new URL(await emptyDatabase())
  closed.password = 'hush'
  await expect(checkDatabase(closed.href)).rejects.toThrow(/does not answer: password authentication failed for user "postgres"\.$/)
})
