import type { Services } from '#api/context.ts'
import { tablesResetForDemo } from '#api/database/account-data.ts'
import { deleteRows } from '#api/database/account-rows.ts'
import type { Prisma } from '#api/database/generated/prisma/client.ts'
import { lockAccountRows, removePictures } from '#api/features/auth/account/delete-account.write.ts'
import type { Picture } from '#api/features/media/picture.ts'
import { lockPicture } from '#api/features/media/picture-lock.ts'
import { nameText } from '#api/features/user/user.write.ts'
import { DEMO_USER_UUID } from '#api/lib/ids.ts'
import type { Settings } from '#api/settings/settings.ts'
import { demoUser } from '#rules/demo-user.ts'
import { avatar } from './art/avatar.ts'
import { paint } from './paint.ts'
import { keepPainted } from './seed-pictures.ts'

/** In milliseconds: a picture is written meanwhile, on a machine that may do much else at its start. */
const patience = { maxWait: 30_000, timeout: 30_000 }

type Needs = Pick<Services, 'database' | 'pictures'>

const bio =
  'A shared account for looking around. Like, post and change this line: whatever you try is seen by everyone who tries it too.'
const face = avatar({
  hue: 28,
  skin: 'tan',
  hair: 'beanie',
  hairColour: '#5a3b26',
  eyes: 'smiling',
  mouth: 'wide',
})

/** Makes the demo user where the settings want one and there is none. One that stands keeps the bio and avatar it has. */
export async function ensureDemoUser({
  database,
  pictures,
  settings,
}: Needs & { settings: Pick<Settings, 'demoUser'> }): Promise<void> {
  if (!settings.demoUser) return
  const where = { id: DEMO_USER_UUID }
  if (await database.user.findUnique({ where, select: { id: true } })) return
  const picture = await paintFace()
  const { username, displayName } = demoUser
  await database.$transaction(async (transaction) => {
    const person = { ...where, username, displayName, bio, email: `${demoUser.id}@demo.invalid` }
    const { count } = await transaction.user.createMany({ data: person, skipDuplicates: true })
    if (count === 0) return // somebody else has made it meanwhile
    await transaction.userSearch.create({ data: { userId: DEMO_USER_UUID, ...nameText(demoUser) } })
    await giveFace(transaction, pictures, picture)
  }, patience)
}

/**
 * Removes the demo user's rows and pictures that `accountData` declares so, and restores its bio and avatar.
 * @returns whether there is a demo user
 */
export async function resetDemoUser(services: Needs & Pick<Services, 'log'>): Promise<boolean> {
  const picture = await paintFace()
  const where = { id: DEMO_USER_UUID }
  const uploads = await services.database.$transaction(async (transaction) => {
    // An upload locks its picture before its owner, too.
    await lockPicture(transaction, picture.hash)
    const hashes = await lockAccountRows(transaction, DEMO_USER_UUID)
    const { count } = await transaction.user.updateMany({ where, data: { bio } })
    if (count === 0) return null
    await deleteRows(transaction, tablesResetForDemo(), DEMO_USER_UUID)
    await giveFace(transaction, services.pictures, picture)
    return hashes
  }, patience)
  if (uploads) await removePictures(services, uploads)
  return uploads !== null
}

async function paintFace(): Promise<Picture> {
  const [picture] = (await paint([face])).values()
  if (!picture) throw new Error('The demo user was not painted')
  return picture
}

async function giveFace(
  transaction: Prisma.TransactionClient,
  store: Services['pictures'],
  picture: Picture,
) {
  const [kept] = await keepPainted(transaction, store, [
    { picture, ownerId: DEMO_USER_UUID, createdAt: new Date() },
  ])
  await transaction.user.update({
    where: { id: DEMO_USER_UUID },
    data: { avatar: kept?.path ?? null, avatarMediaId: kept?.mediaId ?? null },
  })
}
