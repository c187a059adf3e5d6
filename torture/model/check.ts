import type { Model } from './model.ts'
import { type Resident, readPosts, type SeenPost } from './town.ts'

/** Compares what each sees with the model, when nothing is under way. What the model cannot know it takes from what is seen. */
export async function compare(model: Model, residents: readonly Resident[]): Promise<void> {
  const seen = await Promise.all(
    residents.map(({ witness }) => readPosts(witness, '/api/posts?limit=100')),
  )
  for (const resident of residents) {
    const { displayName } = (await (
      await resident.witness.fetch(`/api/users/${resident.account.id}`)
    ).json()) as { displayName: string }
    if (!resident.names.includes(displayName))
      throw new Error(`${displayName} is called neither of ${resident.names.join(', ')}.`)
    resident.names = [displayName]
  }
  for (const post of model.standing) {
    for (const [user, state] of [...post.likers]) {
      if (state === 'likes') continue
      if (find(seen[user], post.id)?.isLiked) post.likers.set(user, 'likes')
      else post.likers.delete(user)
    }
  }
  for (const [user, posts] of seen.entries()) {
    const expected = model.standing.map(({ id, author, content, likers }) => ({
      id,
      content,
      author: residents[author]?.names[0],
      likes: likers.size,
      isLiked: likers.has(user),
    }))
    const found = posts.filter(({ content }) => content.startsWith(`${model.word} `)).map(shown)
    same(`What person ${user} sees`, sorted(found), sorted(expected))
    same(
      'The order of the feed',
      found,
      [...found].sort((a, b) => (a.id < b.id ? 1 : -1)),
    )
  }
}

/** Compares the lists that are made otherwise than the feed. */
export async function compareLists(model: Model, residents: readonly Resident[]): Promise<void> {
  const [first] = residents
  const idsOf = (posts: readonly { id: string }[]) => posts.map(({ id }) => id)
  if (first && model.posts.length > 0)
    same(
      'What is found',
      idsOf(sorted(await readPosts(first.witness, `/api/search?limit=100&q=${model.word}`))),
      idsOf(sorted(model.standing)),
    )
  for (const [user, { account, witness }] of residents.entries()) {
    const posts = await readPosts(witness, `/api/users/${account.username}/posts?limit=100`)
    const own = posts.filter(({ content }) => content.startsWith(`${model.word} `))
    same(
      `What person ${user} posted`,
      idsOf(sorted(own)),
      idsOf(sorted(model.standing.filter(({ author }) => author === user))),
    )
  }
}

const find = (posts: readonly SeenPost[] | undefined, id: string) =>
  posts?.find((post) => post.id === id)
const shown = ({ id, content, author, likesCount, isLiked }: SeenPost) => ({
  id,
  content,
  author: author.displayName,
  likes: likesCount,
  isLiked,
})
const sorted = <Row extends { id: string }>(rows: readonly Row[]) =>
  [...rows].sort((a, b) => (a.id < b.id ? -1 : 1))

function same(what: string, found: unknown, expected: unknown) {
  const [a, b] = [JSON.stringify(found, null, 1), JSON.stringify(expected, null, 1)]
  if (a !== b) throw new Error(`${what} is ${a} instead of ${b}.`)
}
