import { createBrowser, type SignedUp, type TestBrowser } from '#api/test/people/browser.ts'
import { DEVICES, USERS } from './commands.ts'
import type { Reactions } from './model.ts'

export interface ReadPost {
  id: string
  content: string
  author: { displayName: string }
  likesCount: number
  isLiked: boolean
  sharesCount: number
  isShared: boolean
  /** In a Following feed. */
  share?: { id: string; actor: { id: string } } | null
}

export interface Device {
  visitor: TestBrowser
  isSignedIn: boolean
}

/** A user with two devices for commands and an observer that only reads. */
export interface ModelUser {
  account: SignedUp
  /** Several after concurrent changes of the name: any of them may be stored. */
  possibleNames: string[]
  /** The indexes of users whom the user follows, across runs. */
  followees: Reactions
  devices: Device[]
  observer: TestBrowser
}

export async function signUpUsers(url: string): Promise<ModelUser[]> {
  const users: ModelUser[] = []
  for (let user = 0; user < USERS; user++) {
    const observer = createBrowser(url)
    const account = await observer.signUp()
    const devices = Array.from({ length: DEVICES }, () => ({
      visitor: createBrowser(url),
      isSignedIn: false,
    }))
    users.push({ account, possibleNames: [account.name], followees: new Map(), devices, observer })
  }
  return users
}

/** @returns the status */
export async function signIn({ account }: ModelUser, device: Device): Promise<number> {
  const { email, password } = account
  const { status } = await device.visitor.fetch('/api/auth/sign-in/email', {
    json: { email, password },
  })
  device.isSignedIn = status === 200
  return status
}

export async function readPosts(visitor: TestBrowser, path: string): Promise<ReadPost[]> {
  const response = await visitor.fetch(path)
  if (response.status !== 200)
    throw new Error(`${path} returned ${response.status}: ${await response.text()}`)
  return (await response.json()) as ReadPost[]
}
