import { demoUser } from './demo-user.ts'

/** What an address names somebody by. An id has a prefix and is longer than any username; the demo user's has a hyphen. */
export function userArgument(idOrUsername: string): { id: string } | { username: string } {
  const isId = idOrUsername === demoUser.id || /^user_[0-9a-z]{26}$/.test(idOrUsername)
  return isId ? { id: idOrUsername } : { username: idOrUsername }
}
