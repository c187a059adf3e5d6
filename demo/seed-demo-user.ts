import type { Services } from '#api/context.ts'
import { tablesResetForDemo } from '#api/database/account-data.ts'
import { deleteRows } from '#api/database/account-rows.ts'
import { retryOnDeadlock } from '#api/database/deadlock.ts'
import type { Prisma } from '#api/database/generated/prisma/client.ts'
import { lockAccountRows, removePictures } from '#api/features/auth/account/delete-account.write.ts'
import type { Picture } from '#api/features/media/picture.ts'
import { lockPicture } from '#api/features/media/picture-lock.ts'
import { nameText } from '#api/features/user/user.write.ts'
import { DEMO_USER_UUID } from '#api/lib/ids.ts'
import type { Settings } from '#api/settings/settings.ts'
import { demoUser } from '#rules/demo-user.ts'
import { DEMO_USER_PICTURE, demoPicture } from './pictures.ts'
import { saveUploads } from './seed-pictures.ts'

/** In milliseconds: the transaction writes picture files, and a starting machine may be busy. */
const TRANSACTION_TIMEOUTS = { maxWait: 30_000, timeout: 30_000 }

type Dependencies = Pick<Services, 'database' | 'pictures'>

const bio =
  'A shared account for looking around. Like, post and change this line: whatever you try is seen by everyone who tries it too.'

/** Creates the demo user if the settings enable it. An existing one keeps its bio and avatar. */
export async function ensureDemoUser({
  database,
  pictures,
  settings,
}: Dependencies & { settings: Pick<Settings, 'demoUser'> }): Promise<void> {
  if (!settings.demoUser) return
  const where = { id: DEMO_USER_UUID }
  if (await database.user.findUnique({ where, select: { id: true } })) return
  const picture = await demoPicture(DEMO_USER_PICTURE)
  const { username, displayName } = demoUser
  await database.$transaction(async (transaction) => {
    const person = { ...where, username, displayName, bio, email: `${demoUser.id}@demo.invalid` }
    const { count } = await transaction.user.createMany({ data: person, skipDuplicates: true })
    if (count === 0) return // Another process created it.
    await transaction.userSearch.create({ data: { userId: DEMO_USER_UUID, ...nameText(demoUser) } })
    await setAvatar(transaction, pictures, picture)
  }, TRANSACTION_TIMEOUTS)
}

/**
 * Removes what `accountData` declares as reset for the demo user, and restores its names, bio and
 * avatar.
 * @returns whether the demo user exists
 */
export async function resetDemoUser(
  services: Dependencies & Pick<Services, 'log'>,
): Promise<boolean> {
  const picture = await demoPicture(DEMO_USER_PICTURE)
  const where = { id: DEMO_USER_UUID }
  const reset = async (transaction: Prisma.TransactionClient) => {
    // The same lock order as an upload: the picture, then its owner.
    await lockPicture(transaction, picture.hash)
    const uploadHashes = await lockAccountRows(transaction, DEMO_USER_UUID)
    const { username, displayName } = demoUser
    const person = { username, displayName, bio }
    const { count } = await transaction.user.updateMany({ where, data: person })
    if (count === 0) return null
    await transaction.userSearch.update({
      where: { userId: DEMO_USER_UUID },
      data: nameText(demoUser),
    })
    await deleteRows(transaction, tablesResetForDemo(), DEMO_USER_UUID)
    await setAvatar(transaction, services.pictures, picture)
    return uploadHashes
  }
  const hashes = await retryOnDeadlock(() =>
    services.database.$transaction(reset, TRANSACTION_TIMEOUTS),
  )
  if (hashes) await removePictures(services, hashes)
  return hashes !== null
}

async function setAvatar(
  transaction: Prisma.TransactionClient,
  store: Services['pictures'],
  picture: Picture,
) {
  const [upload] = await saveUploads(transaction, store, [
    { picture, ownerId: DEMO_USER_UUID, createdAt: new Date() },
  ])
  await transaction.user.update({
    where: { id: DEMO_USER_UUID },
    data: { avatar: upload?.path ?? null, avatarMediaId: upload?.mediaId ?? null },
  })
}
