import { expect, test } from 'vitest'
import { freePort } from '#api/lib/free-port.ts'
import { emptyDatabase } from '#api/test/database.ts'
import { findDatabase, findPrimary } from './open.ts'

test('a database that is empty, new enough and UTF8 will do', async () => {
  const url = await emptyDatabase()
  await expect(findPrimary([url])).resolves.toMatchObject({ url, pooled: false })
})

test('one in another encoding is refused', async () => {
  const url = await emptyDatabase(
    `ENCODING 'LATIN1' LOCALE_PROVIDER libc LC_COLLATE 'C' LC_CTYPE 'C'`,
  )
  await expect(findPrimary([url])).rejects.toMatchObject({
    name: 'OperatorError',
    message: expect.stringMatching(
      /^The database at 127\.0\.0\.1:\d+\/test_\w+ is encoded in LATIN1, and only UTF8 holds what people write\.$/,
    ),
  })
})

test('one that does not answer, or lets nobody in, is named without its password', async () => {
  const nobody = `postgresql://vibes:hush@127.0.0.1:${await freePort()}/vibes`
  await expect(findPrimary([nobody])).rejects.toThrow(
    /^The database at 127\.0\.0\.1:\d+\/vibes does not answer: connect ECONNREFUSED/,
  )

  const closed = new URL(await emptyDatabase())
  closed.password = 'hush'
  await expect(findPrimary([closed.href])).rejects.toThrow(
    /does not answer: password authentication failed for user "postgres"\.$/,
  )
})

test('of several, the first that can be used is taken; where there is none, each says why', async () => {
  const [absent, url] = [
    `postgresql://vibes@127.0.0.1:${await freePort()}/vibes`,
    await emptyDatabase(),
  ]
  await expect(findPrimary([absent, url])).resolves.toMatchObject({ url })
  await expect(findPrimary([absent, absent])).rejects.toThrow(
    /^(The database at \S+ does not answer: .+?\. ?){2}$/,
  )
})

test('what needs a session of its own goes the way that the settings name, which has to lead to the same database', async () => {
  const [url, other] = [await emptyDatabase(), await emptyDatabase()]
  const again = Object.assign(new URL(url), { search: 'application_name=other' }).href
  await expect(findDatabase({ databaseUrls: [url], databaseDirectUrls: [] })).resolves.toEqual({
    url,
    pooled: false,
    directUrl: url,
  })
  await expect(
    findDatabase({ databaseUrls: [url], databaseDirectUrls: [again] }),
  ).resolves.toMatchObject({ url, directUrl: again })
  await expect(findDatabase({ databaseUrls: [url], databaseDirectUrls: [other] })).rejects.toThrow(
    /^DATABASE_URL and DATABASE_DIRECT_URL lead to different databases: 127\.0\.0\.1:\d+\/test_\w+ is not the one at \S+\.$/,
  )
})
