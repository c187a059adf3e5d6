import { demoUser, namesDemoUser } from './demo-user.ts'

/** The argument for the account that an address names. An id has a prefix and is longer than any username. */
export function userArgument(idOrUsername: string): { id: string } | { username: string } {
  if (namesDemoUser(idOrUsername)) return { id: demoUser.id }
  return /^user_[0-9a-z]{26}$/.test(idOrUsername)
    ? { id: idOrUsername }
    : { username: idOrUsername }
}
