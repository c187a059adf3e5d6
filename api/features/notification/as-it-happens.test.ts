import { expect, test } from 'vitest'
import { oldestIdAt } from '#api/lib/ids.ts'
import { testApi } from '#api/test/servers/test-api.ts'
import { deliverNotifications } from './delivery.write.ts'

const { as, aUser, aPost, services } = await testApi()
const { database } = services

const MINUTE_MS = 60 * 1000
const at = (text: string) => Date.parse(`2026-03-${text}:00Z`)

const LIST = /* GraphQL */ `
  query ($id: ID!) {
    user(id: $id) {
      notifications(first: 100) {
        nodes {
          __typename
          ... on LikeNotification { actorsCount actors { username } }
          ... on ShareNotification { actorsCount }
          ... on FollowNotification { actorsCount }
        }
      }
    }
  }`

const UNREAD = /* GraphQL */ `
  query ($id: ID!) {
    user(id: $id) {
      unreadNotificationsCount
      notifications {
        nodes {
          id isRead
          ... on LikeNotification { actorsCount }
          ... on FollowNotification { actorsCount }
        }
      }
    }
  }`
const READ =
  'mutation ($upToId: ID!) { markNotificationsRead(input: { upToId: $upToId }) { userErrors { code } } }'

type Person = Awaited<ReturnType<typeof aUser>>
interface Group {
  __typename: string
  actorsCount: number
  actors: { username: string }[]
}
const list = async (person: Person): Promise<Group[]> =>
  (await as(person).data(LIST, { id: person.publicId })).user.notifications.nodes
const counts = async (person: Person) => (await list(person)).map(({ actorsCount }) => actorsCount)
const unread = async (person: Person): Promise<(number | string)[]> => {
  const { user } = await as(person).data(UNREAD, { id: person.publicId })
  const groups: { isRead: boolean; actorsCount: number }[] = user.notifications.nodes
  const shown = groups.map(({ isRead, actorsCount }) => `${actorsCount}${isRead ? '' : ' unread'}`)
  return [user.unreadNotificationsCount, ...shown]
}
const markRead = async (person: Person) => {
  const { user } = await as(person).data(UNREAD, { id: person.publicId })
  await as(person).data(READ, { upToId: user.notifications.nodes[0].id })
}
const like = (by: { id: string }, of: { id: string }, time: number) =>
  database.like.create({ data: { userId: by.id, postId: of.id, createdAt: new Date(time) } })
const deliver = (now: number) => deliverNotifications(services, { now })
const change = (person: Person, delivery: string) =>
  as(person).data(
    `mutation { updateNotificationSettings(input: { delivery: ${delivery} }) { userErrors { code } } }`,
  )

/** Runs the delivery every 15 seconds, as the first process does. @returns the time of the run */
async function deliveredAt(person: Person, from: number, count: number): Promise<number> {
  for (let now = from; now <= from + 2 * MINUTE_MS; now += MINUTE_MS / 4) {
    await deliver(now)
    if ((await counts(person))[0] === count) return now
  }
  throw new Error('It was not delivered')
}

test('each like, share and follow arrives within a minute, in one group an hour', async () => {
  const [author, ann, ben] = [await aUser(), await aUser(), await aUser()]
  await change(author, 'AS_IT_HAPPENS')
  const post = await aPost({ by: author })
  const fans = await Promise.all(Array.from({ length: 5 }, () => aUser()))
  for (const [index, fan] of fans.entries()) {
    const time = at('11T09:02') + index * 11 * MINUTE_MS
    await like(fan, post, time)
    expect((await deliveredAt(author, time, index + 1)) - time).toBeLessThan(MINUTE_MS)
    expect(await counts(author)).toEqual([index + 1])
  }
  const newest = fans.slice(2).reverse()
  expect((await list(author))[0]?.actors).toEqual(newest.map(({ username }) => ({ username })))
  // A like that is taken back and given again counts once.
  const [first] = fans
  await database.like.deleteMany({ where: { postId: post.id, userId: first?.id ?? '' } })
  await like(first ?? ann, post, at('11T09:55'))
  await deliver(at('11T09:56'))
  expect(await counts(author)).toEqual([5])
  // The last like of the hour arrives in the next one, and belongs to its own.
  await like(ann, post, at('11T10:00') - 1_000)
  await like(ben, post, at('11T10:00') + 1_000)
  await deliver(at('11T10:00') + 40_000)
  expect(await counts(author)).toEqual([1, 6])
})

test('likes and follows after a group was read are a new group of the hour, which is unread', async () => {
  const [author, reader] = [await aUser(), await aUser()]
  const fans = [await aUser(), await aUser(), await aUser()] as const
  await change(author, 'AS_IT_HAPPENS')
  const post = await aPost({ by: author })
  const follow = (by: Person, time: number) =>
    database.follow.create({
      data: { id: oldestIdAt(time), followerId: by.id, followeeId: author.id },
    })
  await like(fans[0], post, at('16T09:02'))
  await follow(fans[0], at('16T09:02'))
  await deliver(at('16T09:03'))
  expect(await unread(author)).toEqual([2, '1 unread', '1 unread'])
  await markRead(author)
  expect(await unread(author)).toEqual([0, '1', '1'])
  await deliver(at('16T09:04'))
  expect(await unread(author)).toEqual([0, '1', '1'])
  await like(fans[1], post, at('16T09:05'))
  await follow(fans[1], at('16T09:05') + 1)
  await deliver(at('16T09:06'))
  expect(await unread(author)).toEqual([2, '1 unread', '1 unread', '1', '1'])
  // The new one is added to in turn, also in the next quarter, and loses no one.
  await like(fans[2], post, at('16T09:20'))
  await deliver(at('16T09:21'))
  expect((await unread(author))[0]).toBe(2)
  expect((await counts(author)).sort()).toEqual([1, 1, 1, 2])
  await markRead(author)
  await like(reader, post, at('16T09:59'))
  await deliver(at('16T10:01'))
  expect((await unread(author)).slice(0, 2)).toEqual([1, '1 unread'])
})

test('groups are by post and kind, and end with the hour', async () => {
  const [author, ann, ben] = [await aUser(), await aUser(), await aUser()]
  await change(author, 'AS_IT_HAPPENS')
  const [post, other] = [await aPost({ by: author }), await aPost({ by: author })]
  const share = { kind: 'SHARE' as const, actorId: ann.id, postId: post.id }
  await database.feedEvent.create({ data: { id: oldestIdAt(at('14T10:10')), ...share } })
  for (const [index, { id: followerId }] of [ann, ben].entries())
    await database.follow.create({
      data: { id: oldestIdAt(at('14T10:10') + index), followerId, followeeId: author.id },
    })
  for (const person of [ann, ben]) await like(person, post, at('14T10:11'))
  await like(ann, other, at('14T10:12'))
  const names = async () =>
    (await list(author)).map((each) => `${each.__typename} ${each.actorsCount}`).sort()
  const all = [
    ...['FollowNotification 2', 'LikeNotification 1', 'LikeNotification 2'],
    'ShareNotification 1',
  ]
  await deliver(at('14T10:13'))
  expect(await names()).toEqual(all)
  for (let now = at('14T10:14'); now < at('14T12:05'); now += 7 * MINUTE_MS) await deliver(now)
  expect(await names()).toEqual(all)
  expect(await database.pendingNotification.count({ where: { userId: author.id } })).toBe(0)
  await like(ben, other, at('14T12:06'))
  await deliver(at('14T12:07'))
  expect(await names()).toEqual([...all, 'LikeNotification 1'].sort())
})

test('a change of the delivery neither repeats nor loses a like', async () => {
  const author = await aUser()
  const post = await aPost({ by: author })
  const fans = await Promise.all(Array.from({ length: 6 }, () => aUser()))
  const likeAt = (index: number, time: string) => like(fans[index] ?? author, post, at(time))
  await likeAt(0, '12T09:10')
  await change(author, 'AS_IT_HAPPENS')
  await likeAt(1, '12T10:05')
  await deliver(at('12T10:06'))
  expect(await counts(author)).toEqual([1, 1])
  await likeAt(2, '12T10:07')
  await deliver(at('12T10:08'))
  expect(await counts(author)).toEqual([2, 1])
  await likeAt(3, '12T10:09')
  await change(author, 'DAILY')
  const hour = { nextDeliveryAt: new Date(at('12T11:00')) }
  await database.notificationSettings.update({ where: { userId: author.id }, data: hour })
  await likeAt(4, '12T10:50')
  await deliver(at('13T08:01'))
  expect(await counts(author)).toEqual([2, 2, 1])
  await change(author, 'AS_IT_HAPPENS')
  await likeAt(5, '13T08:02')
  await deliver(at('13T08:03'))
  expect(await counts(author)).toEqual([1, 2, 2, 1])
})
