import { expect, test } from 'vitest'
import { oldestIdAt } from '#api/lib/ids.ts'
import { testApi } from '#api/test/servers/test-api.ts'
import { latestDelivery, nextDelivery } from './delivery.rules.ts'
import { deliverNotifications } from './delivery.write.ts'
import { deleteOldNotifications } from './old-notifications.job.ts'

const { as, aUser, aPost, services } = await testApi()
const { database, ids } = services

const HOUR_MS = 60 * 60 * 1000
const MINUTE_MS = 60 * 1000
const at = (text: string) => Date.parse(`2026-03-${text}:00Z`)

const LIST = /* GraphQL */ `
  query ($id: ID!) {
    user(id: $id) {
      notifications(first: 100) {
        nodes {
          __typename createdAt isRead
          ... on LikeNotification { actorsCount actors { username } post { id } }
          ... on ShareNotification { actorsCount actors { username } post { id } }
          ... on FollowNotification { actorsCount actors { username } }
        }
      }
      unreadNotificationsCount
    }
  }`

type Person = Awaited<ReturnType<typeof aUser>>
const list = async (person: Person) => {
  const { visibilityVersion } = await database.user.findUniqueOrThrow({ where: { id: person.id } })
  const { user } = await as({ ...person, visibilityVersion }).data(LIST, { id: person.publicId })
  return user.notifications.nodes
}
const like = (by: { id: string }, of: { id: string }, time: number) =>
  database.like.create({
    data: { userId: by.id, postId: of.id, createdAt: new Date(time) },
  })
/** Runs the delivery every ten minutes, as the first process does every minute. */
async function deliverBetween(from: number, to: number) {
  for (let now = from; now <= to; now += 10 * MINUTE_MS) await deliver(now + MINUTE_MS)
}
const deliver = (now: number) => deliverNotifications(services, { now })

test('10,000 likes between 20:00 and 19:00 the next day are three notifications, at 8, 13 and 19', async () => {
  const author = await aUser()
  const post = await aPost({ by: author })
  const people = Array.from({ length: 10_000 }, (_, number) => ({
    id: ids.next(),
    displayName: `Fan ${number}`,
    username: `fan_${number}`,
    email: `fan_${number}@example.org`,
  }))
  await database.user.createMany({ data: people })
  const [start, end] = [at('01T20:00'), at('02T19:00')]
  const times = people.map((_, index) => start + ((end - start) * index) / people.length)
  let liked = 0
  for (let now = start; now <= end + HOUR_MS; now += HOUR_MS) {
    const due = times.slice(liked).filter((time) => time < now).length
    await database.like.createMany({
      data: people.slice(liked, liked + due).map(({ id }, index) => ({
        userId: id,
        postId: post.id,
        createdAt: new Date(times[liked + index] ?? 0),
      })),
    })
    liked += due
    await deliver(now + MINUTE_MS)
  }
  expect(liked).toBe(10_000)
  const notifications = await list(author)
  expect(notifications).toMatchObject([
    { createdAt: '2026-03-02T19:01:00.000Z', post: { id: post.publicId } },
    { createdAt: '2026-03-02T13:01:00.000Z' },
    { createdAt: '2026-03-02T08:01:00.000Z' },
  ])
  const counts = notifications.map(({ actorsCount }: { actorsCount: number }) => actorsCount)
  expect(counts.reduce((sum: number, count: number) => sum + count)).toBe(10_000)
  expect(notifications[0].actors.map(({ username }: Person) => username)).toEqual([
    ...['fan_9999', 'fan_9998', 'fan_9997'],
  ])
  expect(await database.pendingNotification.count()).toBe(0)
})

test('likes, shares and follows arrive in groups; a delivered group never changes', async () => {
  const [author, ann, ben] = [await aUser(), await aUser(), await aUser()]
  const post = await aPost({ by: author })
  await like(ann, post, at('03T09:00'))
  const share = { kind: 'SHARE' as const, actorId: ben.id, postId: post.id }
  await database.feedEvent.create({ data: { id: oldestIdAt(at('03T09:30')), ...share } })
  await database.follow.create({
    data: { id: oldestIdAt(at('03T10:00')), followerId: ann.id, followeeId: author.id },
  })
  await deliver(at('03T12:59'))
  expect(await list(author)).toEqual([])
  await deliver(at('03T13:01'))
  const groups = await list(author)
  expect(groups).toMatchObject([
    { __typename: 'FollowNotification', actorsCount: 1, actors: [{ username: ann.username }] },
    { __typename: 'ShareNotification', actorsCount: 1, actors: [{ username: ben.username }] },
    { __typename: 'LikeNotification', actorsCount: 1, actors: [{ username: ann.username }] },
  ])
  await like(ben, post, at('03T14:00'))
  await deliverBetween(at('03T13:10'), at('03T18:50'))
  expect(await list(author)).toEqual(groups)
  await deliver(at('03T19:01'))
  expect(await list(author)).toMatchObject([
    { __typename: 'LikeNotification', actorsCount: 1, actors: [{ username: ben.username }] },
    ...groups,
  ])
})

test('own acts, likes taken back, muted, blocked and deleted people, and hidden posts are left out', async () => {
  const author = await aUser()
  const [kept, muted, blocked, deleted] = [
    await aUser(),
    await aUser(),
    await aUser(),
    await aUser(),
  ]
  const [post, hidden] = [await aPost({ by: author }), await aPost({ by: author })]
  const time = at('04T09:00')
  for (const person of [author, kept, muted, blocked, deleted]) await like(person, post, time)
  await like(kept, hidden, time)
  const undone = await aPost({ by: author })
  await like(kept, undone, time)
  await database.like.deleteMany({ where: { postId: undone.id } })
  await database.mute.create({ data: { id: ids.next(), muterId: author.id, mutedId: muted.id } })
  await database.block.create({
    data: { id: ids.next(), blockerId: blocked.id, blockedId: author.id },
  })
  await database.user.delete({ where: { id: deleted.id } })
  await database.post.update({ where: { id: hidden.id }, data: { hiddenAt: new Date() } })
  await deliver(at('04T13:01'))
  expect(await list(author)).toMatchObject([
    { actorsCount: 1, actors: [{ username: kept.username }], post: { id: post.publicId } },
  ])
  // What is hidden later leaves the list, too.
  await database.mute.create({ data: { id: ids.next(), muterId: author.id, mutedId: kept.id } })
  expect(await list(author)).toEqual([])
})

test('a kind that is switched off is not delivered, later neither', async () => {
  const [author, fan] = [await aUser(), await aUser()]
  const post = await aPost({ by: author })
  const SWITCH = /* GraphQL */ `
    mutation ($likes: Boolean!) {
      updateNotificationSettings(input: { likes: $likes }) { userErrors { code } }
    }`
  await as(author).data(SWITCH, { likes: false })
  await database.notificationSettings.updateMany({ data: { nextDeliveryAt: new Date(0) } })
  await like(fan, post, at('05T09:00'))
  await deliver(at('05T13:01'))
  await as(author).data(SWITCH, { likes: true })
  await database.notificationSettings.updateMany({ data: { nextDeliveryAt: new Date(0) } })
  await deliver(at('05T19:01'))
  expect(await list(author)).toEqual([])
})

test('machines that deliver at once deliver each group once', async () => {
  const fan = await aUser()
  const authors = await Promise.all(Array.from({ length: 250 }, () => aUser()))
  const posts = await Promise.all(authors.map((by) => aPost({ by })))
  await database.like.createMany({
    data: posts.map(({ id: postId }) => ({
      userId: fan.id,
      postId,
      createdAt: new Date(at('06T09:00')),
    })),
  })
  await Promise.all(Array.from({ length: 5 }, () => deliver(at('06T13:01'))))
  const groups = await database.notification.groupBy({
    by: ['postId'],
    where: { postId: { in: posts.map(({ id }) => id) } },
    _count: true,
  })
  expect(groups).toHaveLength(250)
  expect(new Set(groups.map(({ _count }) => _count))).toEqual(new Set([1]))
})

test('a like that commits while a delivery runs is in exactly one group', async () => {
  const author = await aUser()
  const post = await aPost({ by: author })
  const fans = await Promise.all(Array.from({ length: 40 }, () => aUser()))
  const writes = fans.map(async (fan, index) => {
    await like(fan, post, at('07T08:00') + index * 7 * MINUTE_MS)
  })
  const deliveries = Array.from({ length: 8 }, (_, index) =>
    deliver(at('07T08:20') + index * 20 * MINUTE_MS),
  )
  await Promise.all([...writes, ...deliveries])
  await deliver(at('08T19:01'))
  const counts = (await list(author)).map((each: { actorsCount: number }) => each.actorsCount)
  expect(counts.reduce((sum: number, count: number) => sum + count)).toBe(40)
})

test('notifications and their people are deleted after 90 days', async () => {
  const [author, fan] = [await aUser(), await aUser()]
  const post = await aPost({ by: author })
  await like(fan, post, at('09T09:00'))
  await deliver(at('09T13:01'))
  const DAY_MS = 24 * HOUR_MS
  await deleteOldNotifications(services, at('09T13:00') + 90 * DAY_MS)
  expect(await list(author)).toHaveLength(1)
  await deleteOldNotifications(services, at('09T13:02') + 90 * DAY_MS)
  expect(await list(author)).toEqual([])
  expect(await database.notificationActor.count({ where: { userId: fan.id } })).toBe(0)
})

test('a share that a moderator hid and showed again is delivered once', async () => {
  const [author, fan] = [await aUser(), await aUser()]
  const post = await aPost({ by: author })
  const share = { kind: 'SHARE' as const, actorId: fan.id, postId: post.id }
  const data = { id: oldestIdAt(at('10T09:00')), ...share }
  await database.feedEvent.create({ data })
  await deliver(at('10T13:01'))
  expect(await list(author)).toHaveLength(1)
  await database.feedEvent.delete({ where: { id: data.id } })
  await database.feedEvent.create({ data })
  await deliver(at('10T19:01'))
  expect(await list(author)).toHaveLength(1)
  expect(await database.pendingNotification.count({ where: { userId: author.id } })).toBe(0)
})

test('what arrived for an account while it was deleted is removed', async () => {
  const [userId, now] = [ids.next(), Date.now()]
  await database.pendingNotification.create({
    data: { userId, kind: 'FOLLOW', subjectId: userId, quarter: new Date(now) },
  })
  await database.notification.create({ data: { id: ids.next(), userId, kind: 'FOLLOW' } })
  await deliver(now + 24 * HOUR_MS)
  await deleteOldNotifications(services, now)
  expect(await database.notification.count({ where: { userId } })).toBe(0)
  expect(await database.pendingNotification.count({ where: { userId } })).toBe(0)
})

test('hours are those of the time zone, also when its clock changes', () => {
  const daily = (timeZone: string, hour: number) => ({
    delivery: 'DAILY' as const,
    hours: [hour],
    timeZone,
  })
  const next = (times: Parameters<typeof nextDelivery>[0], from: string) =>
    new Date(nextDelivery(times, Date.parse(from))).toISOString()
  expect(next(daily('Europe/Berlin', 8), '2026-03-28T08:00:00Z')).toBe('2026-03-29T06:00:00.000Z')
  expect(next(daily('Asia/Kathmandu', 8), '2026-03-28T08:00:00Z')).toBe('2026-03-29T02:15:00.000Z')
  const hourly = { ...daily('Asia/Kathmandu', 8), delivery: 'AS_IT_HAPPENS' as const }
  expect(next(hourly, '2026-03-28T08:00:00Z')).toBe('2026-03-28T08:15:00.000Z')
  const latest = latestDelivery(daily('America/New_York', 23), Date.parse('2026-03-28T03:00:00Z'))
  expect(new Date(latest).toISOString()).toBe('2026-03-28T03:00:00.000Z')
})
