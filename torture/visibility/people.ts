import { query } from '#api/database/embedded/cluster.ts'
import { createBrowser, type TestBrowser } from '#api/test/people/browser.ts'
import { newPerson, type Person, World } from './world.ts'

const PEOPLE = 50

/** A browser for each of two servers, with the same session. */
export type Browsers = ReadonlyMap<Person, readonly [TestBrowser, TestBrowser]>

export function browserFor(browsers: Browsers, person: Person, server: 0 | 1): TestBrowser {
  const browser = browsers.get(person)?.[server]
  if (!browser) throw new Error(`${person.username} has no browser.`)
  return browser
}

/** Signs up people whose names contain the word, and a moderator. */
export async function createWorld(
  word: string,
  urls: readonly [string, string],
  databaseUrl: string,
  size = PEOPLE,
): Promise<{ world: World; browsers: Browsers }> {
  const browsers = new Map<Person, readonly [TestBrowser, TestBrowser]>()
  for (let number = 1; number <= size; number++)
    browsers.set(...(await signUp(`${word} person ${number}`, urls)))
  const people = [...browsers.keys()]
  const [moderator, ofModerator] = await signUp('The moderator', urls)
  browsers.set(moderator, ofModerator)
  await query(databaseUrl, `UPDATE "User" SET "role" = 'MODERATOR' WHERE "username" = $1`, [
    moderator.username,
  ])
  return { world: new World(word, people, moderator), browsers }
}

async function signUp(name: string, [firstUrl, secondUrl]: readonly [string, string]) {
  const first = createBrowser(firstUrl)
  const { id, username } = await first.signUp({ name })
  const second: TestBrowser = createBrowser(secondUrl)
  second.copyCookies(first)
  return [newPerson(id, username), [first, second]] as const
}
