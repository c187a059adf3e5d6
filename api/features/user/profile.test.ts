import { expect, test } from 'vitest'
import { applyLimits } from '#api/test/servers/apply-limits.ts'
import { testApi } from '#api/test/servers/test-api.ts'
import { reasons } from '#rules/reasons.ts'

const { as, asDemoUser, anonymous, aUser, anUpload, theDemoUser, services, logLines } =
  await testApi()

const UPDATE = /* GraphQL */ `
  mutation ($input: UpdateProfileInput!) {
    updateProfile(input: $input) {
      user { id displayName bio avatar }
      userErrors { code field message }
    }
  }
`

const ada = await aUser({
  displayName: 'Ada',
  username: 'ada',
  email: 'ada@example.org',
  bio: 'Hello',
  avatar: 'https://example.org/ada.png',
})
const ben = await aUser()
const demo = await theDemoUser()
const update = async (input: Record<string, unknown>, caller = as(ada)) =>
  (await caller.data(UPDATE, { input })).updateProfile

test('an update changes only the given fields; null and "" clear optional ones', async () => {
  const user = await aUser({ bio: 'Before', avatar: 'https://example.org/before.png' })
  const change = (input: Record<string, unknown>) => update(input, as(user))
  const avatar = 'https://example.org/before.png'
  expect(await change({ displayName: '  New\n Name ' })).toEqual({
    user: { id: user.publicId, displayName: 'New Name', bio: 'Before', avatar },
    userErrors: [],
  })
  expect((await change({ bio: 'After' })).user).toMatchObject({
    displayName: 'New Name',
    bio: 'After',
    avatar,
  })
  expect((await change({ bio: null })).user).toMatchObject({ bio: null, avatar })
  expect((await change({ bio: 'x', avatar: '' })).user).toMatchObject({ bio: 'x', avatar: null })
  expect((await change({ displayName: 'a\vb\u0000c\u0085d' })).user.displayName).toBe('a b c d')
  expect((await change({ bio: 'a\vb\u0000c\u0085d' })).user.bio).toBe('a\nb c\nd')
  expect((await change({ displayName: 'New Name', bio: ' ' })).user).toMatchObject({ bio: null })
  expect((await change({})).user).toMatchObject({ displayName: 'New Name' })
})

test("an avatar can be the user's own upload", async () => {
  const own = await anUpload({ by: ada })
  for (const avatar of [own.path, `${services.settings.publicUrl}${own.path}`])
    expect((await update({ avatar })).user.avatar).toBe(own.path)
  expect(await services.database.user.findUnique({ where: { id: ada.id } })).toMatchObject({
    avatarMediaId: own.id,
  })
  const others = await anUpload({ by: ben })
  expect(await update({ avatar: others.path })).toMatchObject({
    user: null,
    userErrors: [{ code: 'FORBIDDEN', field: 'avatar' }],
  })
  expect((await update({ avatar: 'https://example.org/ada.png' })).user.avatar).toBe(
    'https://example.org/ada.png',
  )
  expect(await services.database.user.findUnique({ where: { id: ada.id } })).toMatchObject({
    avatarMediaId: null,
  })
})

test.each([
  [{ displayName: '' }, 'displayName', reasons.DISPLAY_NAME_EMPTY],
  [{ displayName: null }, 'displayName', reasons.DISPLAY_NAME_EMPTY],
  [{ displayName: ' \u{1d159}\u2800\u200b ' }, 'displayName', reasons.DISPLAY_NAME_EMPTY],
  [{ displayName: 'x'.repeat(51) }, 'displayName', reasons.DISPLAY_NAME_TOO_LONG],
  [{ bio: 'x'.repeat(161) }, 'bio', reasons.BIO_TOO_LONG],
  [{ avatar: 'javascript:alert(1)' }, 'avatar', reasons.IMAGE_URL_INVALID],
  [{ avatar: 'https://example.org/a\u202egpj.exe' }, 'avatar', reasons.IMAGE_URL_INVALID],
  [{ avatar: 'data:image/png;base64,AAAA' }, 'avatar', reasons.IMAGE_URL_INVALID],
])('%j is rejected', async (input, field, message) => {
  expect(await update(input)).toEqual({
    user: null,
    userErrors: [{ code: 'BAD_INPUT', field, message }],
  })
})

test('padding inside a display name becomes one space', async () => {
  const user = as(await aUser())
  const displayName = '\u200bAda \u200b\u200b Noon\u200b'
  expect((await update({ displayName }, user)).user.displayName).toBe('Ada Noon')
})

test('a display name has at most 2 KB, even if it is one character', async () => {
  const { userErrors } = await update({ displayName: `x${'\u0301'.repeat(1024)}` })
  expect(userErrors).toMatchObject([{ message: reasons.DISPLAY_NAME_TOO_LONG }])
})

test("the demo user's name is fixed; its bio and avatar can change", async () => {
  expect(await update({ displayName: 'Someone', bio: 'x' }, asDemoUser())).toMatchObject({
    user: null,
    userErrors: [{ code: 'FORBIDDEN', field: 'displayName' }],
  })
  expect(
    (
      await update(
        { displayName: 'Demo User', bio: 'Being kind', avatar: 'https://example.org/d.png' },
        asDemoUser(),
      )
    ).user,
  ).toEqual({
    id: 'demo-user',
    displayName: 'Demo User',
    bio: 'Being kind',
    avatar: 'https://example.org/d.png',
  })
})

test('attack 23: fields outside of the profile input cannot be changed', async () => {
  for (const extra of [
    { username: 'x' },
    { email: 'x@example.org' },
    { id: demo.publicId },
    { followersCount: 9 },
    { disabledAt: null },
  ]) {
    const { errors } = await as(ada).run(UPDATE, { input: { bio: 'x', ...extra } })
    expect(errors?.[0]?.extensions.code).toBe('BAD_INPUT')
  }
})

test('an anonymous caller cannot update a profile', async () => {
  expect(await update({ bio: 'x'.repeat(161) }, anonymous)).toEqual({
    user: null,
    userErrors: [{ code: 'UNAUTHENTICATED', field: null, message: reasons.SIGN_IN_FIRST }],
  })
})

test('profile updates and searches are rate limited', async () => {
  applyLimits(services)
  for (let number = 1; number <= 30; number++)
    expect((await update({ bio: `${number}` })).userErrors).toEqual([])
  expect((await update({ bio: 'x' })).userErrors).toMatchObject([{ code: 'RATE_LIMITED' }])
  const SEARCH = '{ search(query: "x", first: 1) { nodes { id } } }'
  for (let number = 1; number <= 60; number++) await as(ada, '192.0.2.9').data(SEARCH)
  const { data, errors, extensions } = await as(ben, '192.0.2.9').run(SEARCH)
  expect([data, errors?.[0]?.extensions.code]).toEqual([null, 'RATE_LIMITED'])
  expect(extensions?.retryAfter).toBeGreaterThan(0)
  await as(ada, '192.0.2.10').data(SEARCH)
})

test('no test above logged a server error', () => {
  expect(logLines).toEqual([])
})
