import fc from 'fast-check'
import type { Visitor } from '#api/test/visitor.ts'
import { bio, displayName, postContent, searchQuery } from '#rules/fields.ts'
import { searchWords } from '#rules/search-words.ts'
import { anyText } from './values.ts'

interface Post {
  id: string
  content: string
  author: { displayName: string }
}

/** What became of a text is what the rules that client and server share say of it. */
export const textIsKept = (who: Visitor) => async (content: string) => {
  const answer = await who.fetch('/api/posts', { json: { content } })
  const expected = postContent.safeParse(content)
  if (!expected.success) return same(answer.status, 400)
  same(answer.status, 201)
  const post = (await answer.json()) as Post
  same(post.content, expected.data)
  same(((await (await who.fetch(`/api/posts/${post.id}`)).json()) as Post).content, expected.data)
  await isFound(who, post)
}

/** A search for all that a post says, as far as a search may be that long, finds it. */
async function isFound(who: Visitor, { id, content }: Post): Promise<void> {
  const query = searchQuery.safeParse(content)
  if (!query.success || searchWords(query.data).length === 0) return
  const answer = await who.fetch(`/api/search?limit=100&q=${encodeURIComponent(content)}`)
  same(answer.status, 200)
  const found = ((await answer.json()) as Post[]).map((post) => post.id)
  // A word that very many posts have may push one off the first page.
  if (!found.includes(id) && found.length < 100)
    throw new Error(`A search for ${JSON.stringify(content)} does not find it.`)
}

export const namesAreKept =
  (who: Visitor, userId: string) => async (names: { displayName: string; bio: string }) => {
    const answer = await who.fetch(`/api/users/${userId}`, { method: 'PATCH', json: names })
    const [name, words] = [displayName.safeParse(names.displayName), bio.safeParse(names.bio)]
    if (!name.success || !words.success) return same(answer.status, 400)
    same(answer.status, 200)
    const kept = (await (await who.fetch(`/api/users/${userId}`)).json()) as {
      displayName: string
      bio: string | null
    }
    same(kept.displayName, name.data)
    same(kept.bio, words.data || null)
  }

export const anyNames = fc.record({ displayName: anyText, bio: anyText })

function same(found: unknown, expected: unknown) {
  if (found !== expected)
    throw new Error(`It is ${JSON.stringify(found)} instead of ${JSON.stringify(expected)}.`)
}
