import { expect, test } from 'vitest'
import { testApi } from '#api/test/servers/test-api.ts'

const { as, asDemoUser, aUser, theDemoUser, services } = await testApi()

const fields = 'delivery hours timeZone likes shares follows replies thanks weeklyEmail'
const UPDATE = /* GraphQL */ `
  mutation ($input: UpdateNotificationSettingsInput!) {
    updateNotificationSettings(input: $input) {
      notificationSettings { ${fields} } user { id } userErrors { code reason field }
    }
  }`
const READ = `query ($id: ID!) { user(id: $id) { notificationSettings { ${fields} } } }`

const defaults = {
  ...{ delivery: 'THREE_TIMES_A_DAY', hours: [8, 13, 19], timeZone: null, weeklyEmail: false },
  ...{ likes: true, shares: true, follows: true, replies: true, thanks: true },
}
type Person = Awaited<ReturnType<typeof aUser>>
const update = async (person: Person, input: object) =>
  (await as(person).data(UPDATE, { input })).updateNotificationSettings
const read = async (person: Person) =>
  (await as(person).data(READ, { id: person.publicId })).user.notificationSettings

test('settings begin with the defaults, and a change keeps the others', async () => {
  const ada = await aUser()
  expect(await read(ada)).toEqual(defaults)
  expect(await update(ada, { timeZone: 'Europe/Berlin', likes: false })).toEqual({
    notificationSettings: { ...defaults, timeZone: 'Europe/Berlin', likes: false },
    user: { id: ada.publicId },
    userErrors: [],
  })
  await update(ada, { weeklyEmail: true, likes: null })
  expect(await read(ada)).toEqual({
    ...defaults,
    ...{ timeZone: 'Europe/Berlin', likes: false, weeklyEmail: true },
  })
})

test('hours are sorted, distinct and as many as the delivery has', async () => {
  const ada = await aUser()
  const change = async (input: object) => (await update(ada, input)).notificationSettings
  expect(await change({ hours: [21, 0, 12] })).toMatchObject({ hours: [0, 12, 21] })
  expect(await change({ delivery: 'DAILY' })).toMatchObject({ hours: [8] })
  expect(await change({ hours: [23] })).toMatchObject({ delivery: 'DAILY', hours: [23] })
  expect(await change({ delivery: 'AS_IT_HAPPENS', hours: [7, 9] })).toMatchObject({
    hours: [8, 13, 19],
  })
  expect(await change({ delivery: 'THREE_TIMES_A_DAY' })).toMatchObject({ hours: [8, 13, 19] })
  const wrong = [
    ...[{ hours: [8, 13] }, { hours: [] }, { hours: [8, 8, 13] }, { hours: [8, 13, 24] }],
    ...[{ hours: [-1, 13, 19] }, { delivery: 'DAILY', hours: [8, 13, 19] }],
  ]
  for (const input of wrong)
    expect(await update(ada, input)).toEqual({
      notificationSettings: null,
      user: null,
      userErrors: [{ code: 'BAD_INPUT', reason: 'HOURS_INVALID', field: 'hours' }],
    })
  expect(await read(ada)).toEqual(defaults)
})

test('a time zone is an IANA name', async () => {
  const ada = await aUser()
  for (const timeZone of ['America/Argentina/Buenos_Aires', 'UTC', 'Etc/GMT+5'])
    expect((await update(ada, { timeZone })).userErrors).toEqual([])
  for (const timeZone of ['Mars/Olympus', '+01:23', '', 'x'.repeat(5_000)])
    expect((await update(ada, { timeZone })).userErrors).toEqual([
      { code: 'BAD_INPUT', reason: 'TIME_ZONE_INVALID', field: 'timeZone' },
    ])
})

test('the next delivery follows the settings', async () => {
  const ada = await aUser()
  await update(ada, { delivery: 'DAILY', hours: [5], timeZone: 'Asia/Kathmandu' })
  const { nextDeliveryAt } = await services.database.notificationSettings.findUniqueOrThrow({
    where: { userId: ada.id },
  })
  expect(nextDeliveryAt?.toISOString()).toMatch(/T23:15:00.000Z$/)
  expect(nextDeliveryAt?.getTime()).toBeGreaterThan(Date.now())
})

test('the demo user has no settings', async () => {
  await theDemoUser()
  const { updateNotificationSettings } = await asDemoUser().data(UPDATE, { input: {} })
  expect(updateNotificationSettings.userErrors).toMatchObject([{ code: 'UNAUTHENTICATED' }])
})
