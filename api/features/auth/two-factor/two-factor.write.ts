import type { Context, Services } from '#api/context.ts'
import type { TwoFactor } from '#api/database/generated/prisma/client.ts'
import { AppError } from '#api/lib/errors.ts'
import { seal, unseal } from '#api/lib/keys.ts'
import { accountMessages } from '#rules/account-messages.ts'
import { words } from '../common/messages.ts'
import type { Session } from '../session/session.ts'
import { endOtherSessions } from '../session/session-list.ts'
import { hashOfRecoveryCode, newRecoveryCodes } from './recovery-codes.ts'
import { keyOf, newSecret, periodOf, uriOf } from './totp.ts'

// better-auth has a plugin for this, which takes a code again as long as it is shown, and keeps recovery codes so that they can be read.

/** Where codes are kept. */
type Keeper = Pick<Services, 'database' | 'settings' | 'log'>

/**
 * A new secret for an app, which counts once `confirm` was shown that the app has it.
 * @throws AppError CONFLICT when an app's codes are asked for already
 */
export async function startTwoFactor(
  { database, settings }: Keeper,
  userId: string,
): Promise<{ key: string; uri: string }> {
  const { username } = await database.user.findUniqueOrThrow({
    where: { id: userId },
    select: { username: true },
  })
  const secret = newSecret()
  const kept = await seal('two-factor', settings.authSecret, secret)
  // SQL: conditional upsert, which Prisma would need a transaction for.
  const started = await database.$executeRaw`
    INSERT INTO "TwoFactor" ("userId", "secret") VALUES (${userId}::uuid, ${kept})
    ON CONFLICT ("userId") DO UPDATE SET "secret" = ${kept}, "lastStep" = 0 WHERE "TwoFactor"."confirmedAt" IS NULL`
  if (started === 0) throw alreadyOn()
  return { key: keyOf(secret), uri: uriOf(secret, username) }
}

/**
 * From now on a code is asked for; every other session ends, since none was.
 * @returns recovery codes, which are kept nowhere else
 * @throws AppError BAD_INPUT when the code is not the app's, CONFLICT when codes are asked for already, RATE_LIMITED
 */
export async function confirmTwoFactor(
  context: Context,
  { userId, token }: Session,
  code: string,
): Promise<string[]> {
  const { database, limits } = context
  const factor = await database.twoFactor.findUnique({ where: { userId } })
  if (factor?.confirmedAt) throw alreadyOn()
  await limits.consume('twoFactor', userId)
  const period = factor && (await periodIn(context, factor, code))
  if (!period) throw new AppError('BAD_INPUT', words.codeWrong, { field: 'code' })
  const codes = newRecoveryCodes()
  await database.$transaction(async (transaction) => {
    const { count } = await transaction.twoFactor.updateMany({
      where: { userId, secret: factor.secret, confirmedAt: null },
      data: { confirmedAt: new Date(), lastStep: period },
    })
    if (count === 0) throw alreadyOn()
    await transaction.recoveryCode.createMany({
      data: codes.map((each) => ({ userId, hash: hashOfRecoveryCode(each) })),
    })
    await endOtherSessions(transaction, userId, token)
  })
  return codes
}

/**
 * New recovery codes in place of all that were given before.
 * @throws AppError CONFLICT when no codes are asked for
 */
export async function replaceRecoveryCodes(
  { database }: Keeper,
  userId: string,
): Promise<string[]> {
  const codes = newRecoveryCodes()
  await database.$transaction(async (transaction) => {
    // Of two who do this at once, the second waits here and has the last word.
    // SQL: row lock.
    const isOn = await transaction.$executeRaw`
      SELECT FROM "TwoFactor" WHERE "userId" = ${userId}::uuid AND "confirmedAt" IS NOT NULL FOR UPDATE`
    if (isOn === 0) throw new AppError('CONFLICT', words.twoFactorOff)
    await transaction.recoveryCode.deleteMany({ where: { userId } })
    await transaction.recoveryCode.createMany({
      data: codes.map((each) => ({ userId, hash: hashOfRecoveryCode(each) })),
    })
  })
  return codes
}

/** Codes are asked for no more, and recovery codes are worth nothing. @returns whether they were */
export async function turnOffTwoFactor(
  { database }: Pick<Services, 'database'>,
  userId: string,
): Promise<boolean> {
  return (await database.twoFactor.deleteMany({ where: { userId } })).count > 0
}

/** Whether an account asks for a code after its password. Whoever is just turning it on is waited for. */
export async function hasTwoFactor(
  { database }: Pick<Services, 'database'>,
  userId: string,
): Promise<boolean> {
  return (await factorOf(database, userId))?.confirmedAt != null
}

/**
 * Lets past whoever has the code, where an account asks for one: of the app, or one to recover, each of them once.
 * @throws AppError UNAUTHENTICATED when there is none or it is wrong or was used, RATE_LIMITED
 */
export async function confirmCode(context: Context, userId: string, code: string): Promise<void> {
  const factor = await factorOf(context.database, userId)
  if (!factor?.confirmedAt) return
  if (code === '')
    throw new AppError('UNAUTHENTICATED', accountMessages.codeEmpty, { field: 'code' })
  await context.limits.consume('twoFactor', userId)
  if (!(await takeCode(context, factor, code)))
    throw new AppError('UNAUTHENTICATED', words.codeWrong, { field: 'code' })
}

/** Turning it on ends the sessions that it finds, and may have looked already, so whoever is just doing that is waited for. */
async function factorOf(
  database: Keeper['database'],
  userId: string,
): Promise<TwoFactor | undefined> {
  // SQL: row lock.
  const [factor] = await database.$queryRaw<
    TwoFactor[]
  >`SELECT * FROM "TwoFactor" WHERE "userId" = ${userId}::uuid FOR SHARE`
  return factor
}

async function takeCode(keeper: Keeper, factor: TwoFactor, code: string): Promise<boolean> {
  const { userId } = factor
  const { database } = keeper
  const period = await periodIn(keeper, factor, code)
  // The condition is part of the write: of two who send the same code at once, one is first.
  if (period)
    return (
      (
        await database.twoFactor.updateMany({
          where: { userId, lastStep: { lt: period } },
          data: { lastStep: period },
        })
      ).count > 0
    )
  return (
    (await database.recoveryCode.deleteMany({ where: { userId, hash: hashOfRecoveryCode(code) } }))
      .count > 0
  )
}

async function periodIn(
  { settings, log }: Keeper,
  { secret: kept }: TwoFactor,
  code: string,
): Promise<number | null> {
  const secret = await unseal('two-factor', settings.authSecret, kept)
  if (secret === null) {
    log.error(
      'The codes of an app cannot be checked, since AUTH_SECRET is another than when it was set up',
    )
    return null
  }
  return periodOf(code.replace(/\s/g, ''), secret)
}

const alreadyOn = () => new AppError('CONFLICT', words.twoFactorOn)
