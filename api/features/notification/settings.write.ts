import type { Context } from '#api/context.ts'
import type { NotificationSettings, Prisma } from '#api/database/generated/prisma/client.ts'
import { AppError } from '#api/lib/errors.ts'
import { type DeliveryTimes, defaultTimes, nextDelivery } from './delivery.rules.ts'
import { changeTimes, notificationNotFound } from './notification.rules.ts'

export const WEEK_MS = 7 * 24 * 60 * 60 * 1000
const KINDS = ['likes', 'shares', 'follows', 'replies', 'thanks'] as const
const SWITCHES = [...KINDS, 'weeklyEmail'] as const
const TIMES = ['delivery', 'hours', 'timeZone'] as const

type Internal = 'userId' | 'nextDeliveryAt' | 'lastDeliveredAt' | 'weeklyEmailAt' | 'readUpToId'
export type SettingsRow = Omit<NotificationSettings, Internal>
type Switches = Pick<SettingsRow, (typeof SWITCHES)[number]>
type Nullish<Type> = { [Name in keyof Type]?: Type[Name] | null | undefined }

const kindsOn = { likes: true, shares: true, follows: true, replies: true, thanks: true }

/** The settings of an account that never changed them. */
export const defaultSettings: SettingsRow = {
  ...{ ...defaultTimes, hours: [...defaultTimes.hours] },
  ...{ ...kindsOn, weeklyEmail: false },
}

type Needs = Pick<Context, 'database'>

/** Changes the settings that are given. @throws AppError BAD_INPUT */
export async function updateSettings(
  { database }: Needs,
  userId: string,
  changes: Nullish<Switches> & Nullish<DeliveryTimes>,
): Promise<SettingsRow> {
  return database.$transaction(async (transaction) => {
    await insertDefaults(transaction, userId)
    // SQL: row lock, so that two changes at once apply one after the other.
    await transaction.$executeRaw`
      SELECT FROM "NotificationSettings" WHERE "userId" = ${userId}::uuid FOR UPDATE`
    const stored = await transaction.notificationSettings.findUnique({ where: { userId } })
    if (!stored) throw new AppError('UNAUTHENTICATED', 'SIGN_IN_FIRST')
    const times = changeTimes(stored, changes)
    const switches = Object.fromEntries(
      SWITCHES.flatMap((name) => (changes[name] == null ? [] : [[name, changes[name]]])),
    ) as Partial<Switches>
    const isEmailOn = switches.weeklyEmail ?? stored.weeklyEmail
    const nextEmail = stored.weeklyEmailAt ?? new Date(Date.now() + WEEK_MS)
    // A switch must not move a delivery that is due.
    const changesTimes = TIMES.some((name) => changes[name] != null)
    const next =
      times.delivery === 'AS_IT_HAPPENS' ? null : new Date(nextDelivery(times, Date.now()))
    const data = {
      ...{ ...times, hours: [...times.hours] },
      ...switches,
      ...(changesTimes && { nextDeliveryAt: next }),
      weeklyEmailAt: isEmailOn ? nextEmail : null,
    }
    return transaction.notificationSettings.update({ where: { userId }, data })
  })
}

/** Stores the default settings of an account that has none. Ignores deleted accounts. */
async function insertDefaults(
  transaction: Prisma.TransactionClient,
  userId: string,
): Promise<void> {
  const next = new Date(nextDelivery(defaultTimes, Date.now()))
  // SQL: two changes at once insert one row.
  await transaction.$executeRaw`
    INSERT INTO "NotificationSettings" ("userId", "nextDeliveryAt")
    SELECT "id", ${next}::timestamptz FROM "User" WHERE "id" = ${userId}::uuid FOR KEY SHARE
    ON CONFLICT DO NOTHING`
}

/** Marks a notification and all older ones as read. @throws AppError NOT_FOUND for another's */
export async function markRead(
  { database }: Needs,
  { userId, upToId }: { userId: string; upToId: string },
): Promise<void> {
  if (!(await database.notification.findFirst({ where: { id: upToId, userId } })))
    throw notificationNotFound()
  const next = new Date(nextDelivery(defaultTimes, Date.now()))
  // SQL: never goes back, also when two devices mark at once.
  await database.$executeRaw`
    INSERT INTO "NotificationSettings" ("userId", "nextDeliveryAt", "readUpToId")
    SELECT "id", ${next}::timestamptz, ${upToId}::uuid FROM "User" WHERE "id" = ${userId}::uuid
    FOR KEY SHARE
    ON CONFLICT ("userId") DO UPDATE SET "readUpToId" =
      greatest("NotificationSettings"."readUpToId", excluded."readUpToId")`
}
