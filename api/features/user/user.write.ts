import { actorOf, consumeWriteLimit, requireExistingAccount } from '#api/actor.ts'
import type { Context } from '#api/context.ts'
import { Prisma } from '#api/database/generated/prisma/client.ts'
import { AppError } from '#api/lib/errors.ts'
import { searchText } from '#api/lib/search-text.ts'
import { messages } from '#rules/messages.ts'
import { ownUpload } from './upload.write.ts'

/** What somebody changes of their profile: absent leaves it, null clears it. */
export interface ProfileChange {
  displayName?: string | undefined
  bio?: string | null | undefined
  avatar?: string | null | undefined
}

/**
 * Changes the profile of whoever acts, and what the search knows of it.
 * @returns the UUID of the account
 * @throws AppError FORBIDDEN for the demo user's name or another's upload, BAD_INPUT for an upload that is gone, RATE_LIMITED
 */
export async function updateProfile(
  context: Context,
  { displayName, bio, avatar }: ProfileChange,
): Promise<string> {
  const { id, isDemo } = actorOf(context)
  const { database } = context
  await consumeWriteLimit(context, 'profile')
  const user = await context.users.byId(id)
  if (!user) throw new AppError('UNAUTHENTICATED', messages.signInFirst)
  const renamed = displayName !== undefined && displayName !== user.displayName
  if (renamed && isDemo)
    throw new AppError('FORBIDDEN', 'The demo user keeps its name. Join to have your own.', {
      field: 'displayName',
    })
  const picture =
    avatar === undefined
      ? {}
      : { avatar, avatarMediaId: await ownUpload(context, id, avatar, 'avatar') }
  try {
    await database.user.update({
      where: { id },
      data: {
        ...(bio !== undefined && { bio }),
        ...picture,
        ...(renamed && {
          displayName,
          search: { upsert: rowsOf(nameText({ displayName, username: user.username })) },
        }),
      },
      select: { id: true },
    })
    return id
  } catch (error) {
    if (
      error instanceof Prisma.PrismaClientKnownRequestError &&
      (error.code === 'P2003' || error.code === 'P2025')
    ) {
      await requireExistingAccount(context, id)
      // The upload was swept in between: looking for it again says so.
      if (avatar) await ownUpload(context, id, avatar, 'avatar')
    }
    throw error
  }
}

const rowsOf = (row: ReturnType<typeof searchText>) => ({ create: row, update: row })

/** What the search keeps of a person. */
export function nameText({ displayName, username }: { displayName: string; username: string }) {
  return searchText(`${displayName} ${username}`)
}
