import { seeds } from '#api/test/people/seeds.ts'
import { newPerson, type Person, World } from '../world.ts'
import type { BulkServices } from './services.ts'

const PEOPLE = 50

/** Stores people and a moderator. Their ids are UUIDs. */
export async function storePeople(services: BulkServices, size = PEOPLE): Promise<World> {
  const { aUser } = seeds(services)
  const people: Person[] = []
  for (let number = 1; number <= size; number++) {
    const { id, username } = await aUser()
    people.push(newPerson(id, username ?? ''))
  }
  const moderator = await aUser()
  const { id } = moderator
  await services.database.user.update({ where: { id }, data: { role: 'MODERATOR' } })
  return new World('bulk', people, newPerson(id, moderator.username ?? ''))
}
