import { demoUser, isDemoUser } from './demo-user.ts'

/** The `user` query's argument for a URL. Ids have a prefix and are longer than any username. */
export function userArgument(idOrUsername: string): { id: string } | { username: string } {
  if (isDemoUser(idOrUsername)) return { id: demoUser.id }
  return /^user_[0-9a-z]{26}$/.test(idOrUsername)
    ? { id: idOrUsername }
    : { username: idOrUsername }
}
