import { actorOf, requireExistingAccount } from '#api/actor.ts'
import type { Context } from '#api/context.ts'
import { violates } from '#api/database/constraint.ts'
import { hasCode } from '#api/database/error-chain.ts'
import { AppError } from '#api/lib/errors.ts'
import { searchText } from '#api/lib/search-text.ts'
import { findOwnUpload } from '../media/media.read.ts'
import { userReads } from './user.read.ts'

/** An absent field stays unchanged; null clears it. */
export interface ProfileUpdate {
  displayName?: string | undefined
  bio?: string | null | undefined
  avatar?: string | null | undefined
}

/**
 * Updates the actor's profile and its search entry.
 * @returns the UUID of the account
 * @throws AppError FORBIDDEN for the demo user's name or another account's upload,
 * BAD_INPUT for a missing upload
 */
export async function updateProfile(
  context: Context,
  { displayName, bio, avatar }: ProfileUpdate,
): Promise<string> {
  const { id, isDemo } = actorOf(context)
  const { database } = context
  const user = await userReads(database).byId(id, null)
  if (!user) throw new AppError('UNAUTHENTICATED', 'SIGN_IN_FIRST')
  const renamed = displayName !== undefined && displayName !== user.displayName
  if (renamed && isDemo)
    throw new AppError('FORBIDDEN', 'DEMO_USER_RENAMED', { field: 'displayName' })
  const avatarColumns =
    avatar === undefined
      ? {}
      : { avatar, avatarMediaId: await findOwnUpload(context, id, avatar, 'avatar') }
  try {
    await database.user.update({
      where: { id },
      data: {
        ...(bio !== undefined && { bio }),
        ...avatarColumns,
        ...(renamed && {
          displayName,
          search: nameSearch({ displayName, username: user.username }),
        }),
      },
      select: { id: true },
    })
    return id
  } catch (error) {
    // P2025: no such row.
    if (violates(error, 'foreign key') || hasCode(error, ['P2025'])) {
      await requireExistingAccount(context, id)
      // The cleanup may have removed the upload meanwhile; then this throws BAD_INPUT.
      if (avatar) await findOwnUpload(context, id, avatar, 'avatar')
    }
    throw error
  }
}

interface Names {
  displayName: string
  username: string
}

/** A user's search entry. */
export function nameText({ displayName, username }: Names) {
  return searchText(`${displayName} ${username}`)
}

/** Updates a user's search entry, as a part of an update of the user. */
export function nameSearch(names: Names) {
  const text = nameText(names)
  return { upsert: { create: text, update: text } }
}
