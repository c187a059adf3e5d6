import type { Command } from './commands.ts'
import { type Model, type ModelPost, Moment } from './model.ts'
import { type Resident, readPosts, type SeenPost, signIn } from './town.ts'

/** A page holds all that one run can make. */
const ALL = '/api/posts?limit=100'

/** Has commands carried out at the same time, and looks at each answer. Afterwards the model is as the product has to be. */
export async function carryOut(
  model: Model,
  residents: readonly Resident[],
  commands: readonly Command[],
): Promise<void> {
  const moment = new Moment(model, commands)
  const before = [...model.posts]
  const targets = new Map(commands.map((each) => [each, model.target(each)]))
  const deleted = new Map<ModelPost, number>()
  const renamed = new Map<Resident, string[]>()

  async function one(command: Command): Promise<void> {
    const { does, user, device: number } = command
    const resident = residents[user] as Resident
    const device = resident.devices[number] as Resident['devices'][number]
    const refuse = (found: unknown, ...allowed: unknown[]) => expectOneOf(command, found, allowed)
    if (does === 'sign in') return refuse(await signIn(resident, device), 200)
    if (does === 'sign out') {
      device.isSignedIn = false
      return refuse((await device.who.fetch('/api/logout', { method: 'POST' })).status, 204)
    }
    if (does === 'read' || does === 'search') {
      const path = does === 'read' ? ALL : `/api/search?limit=100&q=${model.word}`
      return checkSeen(
        command,
        await readPosts(device.who, path),
        before,
        moment,
        device.isSignedIn,
      )
    }
    if (does === 'rename') {
      const displayName = `Person ${user} on ${number}, after ${before.length}`
      const path = `/api/users/${resident.account.id}`
      const { status } = await device.who.fetch(path, { method: 'PATCH', json: { displayName } })
      refuse(status, device.isSignedIn ? 200 : 401)
      if (status === 200) renamed.set(resident, [...(renamed.get(resident) ?? []), displayName])
      return
    }
    if (does === 'post') {
      const content = `${model.word} by ${user} on ${number}, ${before.length} before`
      const answer = await device.who.fetch('/api/posts', { json: { content } })
      refuse(answer.status, device.isSignedIn ? 201 : 401)
      if (answer.status !== 201) return
      const { id } = (await answer.json()) as SeenPost
      return void model.posts.push({ id, author: user, content, isThere: true, likers: new Map() })
    }
    const post = targets.get(command)
    if (!post) return
    const path = does === 'delete' ? `/api/posts/${post.id}` : `/api/posts/${post.id}/like`
    const answer = await device.who.fetch(path, { method: does === 'like' ? 'POST' : 'DELETE' })
    const gone = !post.isThere ? [404] : moment.isBeingDeleted(post) ? [404, 'as if'] : ['as if']
    const done = does === 'delete' ? (post.author === user ? 204 : 403) : 200
    refuse(
      answer.status,
      ...(device.isSignedIn ? gone.map((each) => (each === 'as if' ? done : each)) : [401]),
    )
    if (answer.status === 204) deleted.set(post, (deleted.get(post) ?? 0) + 1)
    if (answer.status === 200)
      checkSeen(command, [(await answer.json()) as SeenPost], [], moment, true, before)
  }

  const startedSignedIn = new Map(
    commands.map((each) => [each, residents[each.user]?.devices[each.device]?.isSignedIn ?? false]),
  )
  await Promise.all(commands.map(one))
  for (const [post, times] of deleted) {
    if (times > 1) throw new Error(`${post.content} was deleted ${times} times.`)
    post.isThere = false
  }
  for (const [resident, names] of renamed) resident.names = names
  for (const post of before) settleLikes(post, moment, startedSignedIn)
}

/** What of a list is not as it may be: posts that have to be there, that must not, and what is said of each. */
function checkSeen(
  command: Command,
  seen: readonly SeenPost[],
  mustHave: readonly ModelPost[],
  moment: Moment,
  isSignedIn: boolean,
  known = mustHave,
): void {
  const byId = new Map(seen.map((post) => [post.id, post]))
  for (const post of mustHave) {
    if (post.isThere && !moment.isBeingDeleted(post) && !byId.has(post.id))
      fail(command, `does not see ${post.content}`)
    if (!post.isThere && byId.has(post.id)) fail(command, `sees ${post.content}, which was deleted`)
  }
  for (const post of known) {
    const found = byId.get(post.id)
    if (!found) continue
    const { least, most } = moment.countsOf(post)
    const { yes, no } = isSignedIn
      ? moment.mayBeLiked(post, command.user)
      : { yes: false, no: true }
    if (found.content !== post.content)
      fail(command, `sees ${found.content} instead of ${post.content}`)
    if (found.likesCount < least || found.likesCount > most)
      fail(command, `sees ${found.likesCount} likes instead of ${least} to ${most}`)
    if (!(found.isLiked ? yes : no))
      fail(command, `sees that ${post.content} is ${found.isLiked ? '' : 'not '}liked`)
  }
}

function settleLikes(post: ModelPost, moment: Moment, signedIn: ReadonlyMap<Command, boolean>) {
  const done = (does: 'like' | 'unlike') =>
    new Set(moment.on(post, does).flatMap((each) => (signedIn.get(each) ? [each.user] : [])))
  const [liked, unliked] = [done('like'), done('unlike')]
  for (const user of liked) post.likers.set(user, unliked.has(user) ? 'unknown' : 'likes')
  for (const user of unliked) if (!liked.has(user)) post.likers.delete(user)
}

function expectOneOf(command: Command, found: unknown, allowed: readonly unknown[]) {
  if (!allowed.includes(found))
    fail(command, `was answered ${found} instead of ${allowed.join(' or ')}`)
}

export function fail(
  { does, user, device }: Pick<Command, 'does' | 'user' | 'device'>,
  what: string,
): never {
  throw new Error(`Person ${user} on device ${device}, to ${does}: ${what}.`)
}
