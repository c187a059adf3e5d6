import { expect, test } from 'vitest'
import { emptyDatabase } from '#api/test/database/database.ts'
import { freePort } from '#api/test/servers/free-port.ts'
import { findDatabase, findPrimary } from './open.ts'

test('accepts an empty UTF8 database of a supported version', async () => {
  const url = await emptyDatabase()
  await expect(findPrimary([url])).resolves.toMatchObject({ url, pooled: false })
})

test('rejects a database with another encoding', async () => {
  const url = await emptyDatabase(
    `ENCODING 'LATIN1' LOCALE_PROVIDER libc LC_COLLATE 'C' LC_CTYPE 'C'`,
  )
  await expect(findPrimary([url])).rejects.toMatchObject({
    name: 'OperatorError',
    message: expect.stringMatching(
      /^The database at 127\.0\.0\.1:\d+\/test_\w+ uses the encoding LATIN1; create one with UTF8\.$/,
    ),
  })
})

test('names an unreachable database, or a failed sign-in, without the password', async () => {
  const unreachable = `postgresql://vibes:hush@127.0.0.1:${await freePort()}/vibes`
  await expect(findPrimary([unreachable])).rejects.toThrow(
    /^The database at 127\.0\.0\.1:\d+\/vibes does not answer: connect ECONNREFUSED/,
  )

  const wrongPassword = new URL(await emptyDatabase())
  wrongPassword.password = 'hush'
  await expect(findPrimary([wrongPassword.href])).rejects.toThrow(
    /does not answer: password authentication failed for user "postgres"\.$/,
  )
})

test('takes the first usable of several databases, or reports the problem of each', async () => {
  const [absent, url] = [
    `postgresql://vibes@127.0.0.1:${await freePort()}/vibes`,
    await emptyDatabase(),
  ]
  await expect(findPrimary([absent, url])).resolves.toMatchObject({ url })
  await expect(findPrimary([absent, absent])).rejects.toThrow(
    /^(The database at \S+ does not answer: .+?\. ?){2}$/,
  )
})

test('DATABASE_DIRECT_URL must be the same database as DATABASE_URL', async () => {
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
    /^DATABASE_URL and DATABASE_DIRECT_URL are different databases: 127\.0\.0\.1:\d+\/test_\w+ and \S+\. Set both to the same one\.$/,
  )
})
