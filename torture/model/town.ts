import { type SignedUp, type Visitor, visitor } from '#api/test/visitor.ts'
import { DEVICES, USERS } from './commands.ts'

export interface SeenPost {
  id: string
  content: string
  author: { displayName: string }
  likesCount: number
  isLiked: boolean
}

/** Somebody with two devices to do things on, and a third that only looks. */
export interface Resident {
  account: SignedUp
  /** What they call themselves; several, of which one holds, after they said so on two devices at the same time. */
  names: string[]
  devices: { who: Visitor; isSignedIn: boolean }[]
  witness: Visitor
}

export async function settle(url: string): Promise<Resident[]> {
  const residents: Resident[] = []
  for (let user = 0; user < USERS; user++) {
    const witness = visitor(url)
    const account = await witness.signUp()
    const devices = Array.from({ length: DEVICES }, () => ({
      who: visitor(url),
      isSignedIn: false,
    }))
    residents.push({ account, names: [account.name], devices, witness })
  }
  return residents
}

/** @returns the status */
export async function signIn(
  { account }: Resident,
  device: Resident['devices'][number],
): Promise<number> {
  const { email, password } = account
  const { status } = await device.who.fetch('/api/auth/sign-in/email', {
    json: { email, password },
  })
  device.isSignedIn = status === 200
  return status
}

export async function readPosts(who: Visitor, path: string): Promise<SeenPost[]> {
  const answer = await who.fetch(path)
  if (answer.status !== 200)
    throw new Error(`${path} is answered ${answer.status}: ${await answer.text()}`)
  return (await answer.json()) as SeenPost[]
}
