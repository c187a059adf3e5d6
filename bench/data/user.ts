import { seeded } from '../../demo/random.ts'
import { hash } from './hash.ts'
import { familyNames, givenNames } from './words.ts'

export interface User {
  displayName: string
  username: string
  email: string
  bio: string | null
  avatar: string | null
}

/** Generates the user with this index. */
export function generateUser(index: number): User {
  const random = seeded(hash(index, 6))
  const username = usernameOf(index)
  return {
    displayName: `${random.pick(givenNames)} ${random.pick(familyNames)}`,
    username,
    email: `${username}@example.com`,
    bio: random.chance(0.6) ? 'Collects small good things, one a day.' : null,
    avatar: random.chance(0.7) ? `https://pictures.example.org/people/${index}.jpg` : null,
  }
}

export function usernameOf(index: number): string {
  return `person_${index}`
}
