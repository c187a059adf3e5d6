import type { Context, Services } from '#api/context.ts'
import type { TwoFactor } from '#api/database/generated/prisma/client.ts'
import { AppError } from '#api/lib/errors.ts'
import { seal, unseal } from '#api/lib/keys.ts'
import { lockAccount } from '../password/login-methods.ts'
import { endOtherAccess } from '../password/other-access.ts'
import type { Session } from '../session/session.ts'
import { generateRecoveryCodes, hashRecoveryCode } from './recovery-codes.ts'
import { findPeriod, generateSecret, toBase32Key, toOtpauthUri } from './totp.ts'

// better-auth's two-factor plugin accepts a code repeatedly and stores readable recovery codes.

type Needs = Pick<Services, 'database' | 'settings' | 'log'>

/**
 * Creates a secret for an authenticator app. It takes effect with `confirmTwoFactor`.
 * @throws AppError CONFLICT if two-step sign-in is already on
 */
export async function startTwoFactor(
  { database, settings }: Needs,
  userId: string,
): Promise<{ key: string; uri: string }> {
  const { username } = await database.user.findUniqueOrThrow({
    where: { id: userId },
    select: { username: true },
  })
  const secret = generateSecret()
  const encrypted = await seal('two-factor', settings.authSecret, secret)
  // SQL: conditional upsert, which Prisma would need a transaction for.
  const started = await database.$executeRaw`
    INSERT INTO "TwoFactor" ("userId", "secret") VALUES (${userId}::uuid, ${encrypted})
    ON CONFLICT ("userId") DO UPDATE SET "secret" = ${encrypted}, "lastStep" = 0
    WHERE "TwoFactor"."confirmedAt" IS NULL`
  if (started === 0) throw alreadyOn()
  return { key: toBase32Key(secret), uri: toOtpauthUri(secret, username) }
}

/**
 * Turns two-step sign-in on and ends all other access, since none of it needed a code.
 * @returns the recovery codes, which are stored only as hashes
 * @throws AppError BAD_INPUT if the code is wrong, CONFLICT if it is already on, RATE_LIMITED
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
  const period = factor && (await periodOfCode(context, factor, code))
  if (!period) throw new AppError('BAD_INPUT', 'CODE_WRONG', { field: 'code' })
  const codes = generateRecoveryCodes()
  await database.$transaction(async (transaction) => {
    await lockAccount(transaction, userId)
    const { count } = await transaction.twoFactor.updateMany({
      where: { userId, secret: factor.secret, confirmedAt: null },
      data: { confirmedAt: new Date(), lastStep: period },
    })
    if (count === 0) throw alreadyOn()
    await transaction.recoveryCode.createMany({
      data: codes.map((each) => ({ userId, hash: hashRecoveryCode(each) })),
    })
    await endOtherAccess(transaction, { userId, token })
  })
  return codes
}

/**
 * Replaces all recovery codes.
 * @throws AppError CONFLICT if two-step sign-in is off
 */
export async function replaceRecoveryCodes({ database }: Needs, userId: string): Promise<string[]> {
  const codes = generateRecoveryCodes()
  await database.$transaction(async (transaction) => {
    // Serializes concurrent calls; the last one's codes are valid.
    // SQL: row lock.
    const isOn = await transaction.$executeRaw`
      SELECT FROM "TwoFactor"
      WHERE "userId" = ${userId}::uuid AND "confirmedAt" IS NOT NULL FOR UPDATE`
    if (isOn === 0) throw new AppError('CONFLICT', 'TWO_FACTOR_OFF')
    await transaction.recoveryCode.deleteMany({ where: { userId } })
    await transaction.recoveryCode.createMany({
      data: codes.map((each) => ({ userId, hash: hashRecoveryCode(each) })),
    })
  })
  return codes
}

/** Also deletes the recovery codes, by cascade. @returns false if there was nothing to delete */
export async function turnOffTwoFactor(
  { database }: Pick<Services, 'database'>,
  userId: string,
): Promise<boolean> {
  return (await database.twoFactor.deleteMany({ where: { userId } })).count > 0
}

export async function hasTwoFactor(
  { database }: Pick<Services, 'database'>,
  userId: string,
): Promise<boolean> {
  return (await lockTwoFactor(database, userId))?.confirmedAt != null
}

/**
 * Checks the code of an account with two-step sign-in, from the app or a recovery code. Each code
 * works once.
 * @throws AppError UNAUTHENTICATED if the code is missing, wrong or used; RATE_LIMITED
 */
export async function confirmCode(context: Context, userId: string, code: string): Promise<void> {
  const factor = await lockTwoFactor(context.database, userId)
  if (!factor?.confirmedAt) return
  if (code === '') throw new AppError('UNAUTHENTICATED', 'CODE_EMPTY', { field: 'code' })
  await context.limits.consume('twoFactor', userId)
  if (!(await consumeCode(context, factor, code)))
    throw new AppError('UNAUTHENTICATED', 'CODE_WRONG', { field: 'code' })
}

/**
 * Waits for a concurrent `confirmTwoFactor`, which may have ended sessions before the caller's one
 * existed.
 */
async function lockTwoFactor(
  database: Needs['database'],
  userId: string,
): Promise<TwoFactor | undefined> {
  // SQL: row lock.
  const [factor] = await database.$queryRaw<
    TwoFactor[]
  >`SELECT * FROM "TwoFactor" WHERE "userId" = ${userId}::uuid FOR SHARE`
  return factor
}

async function consumeCode(services: Needs, factor: TwoFactor, code: string): Promise<boolean> {
  const { userId } = factor
  const { database } = services
  const period = await periodOfCode(services, factor, code)
  // The condition is part of the write, so only one of two concurrent requests succeeds.
  const { count } = period
    ? await database.twoFactor.updateMany({
        where: { userId, lastStep: { lt: period } },
        data: { lastStep: period },
      })
    : await database.recoveryCode.deleteMany({ where: { userId, hash: hashRecoveryCode(code) } })
  return count > 0
}

async function periodOfCode(
  { settings, log }: Needs,
  factor: TwoFactor,
  code: string,
): Promise<number | null> {
  const secret = await unseal('two-factor', settings.authSecret, factor.secret)
  if (secret === null) {
    log.error('Cannot check an authenticator code: AUTH_SECRET has changed since it was set up')
    return null
  }
  return findPeriod(code, secret)
}

const alreadyOn = () => new AppError('CONFLICT', 'TWO_FACTOR_ON')
