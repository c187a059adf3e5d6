import fc from 'fast-check'
import type { TestBrowser } from '#api/test/people/browser.ts'
import { bio, displayName, postContent, searchQuery } from '#rules/fields.ts'
import { searchWords } from '#rules/search-words.ts'
import { anyText } from './values.ts'

interface Post {
  id: string
  content: string
  author: { displayName: string }
}

/** Posts a text and compares the result with the shared validation rules. */
export const checkText = (visitor: TestBrowser) => async (content: string) => {
  const response = await visitor.fetch('/api/posts', { json: { content } })
  const expected = postContent.safeParse(content)
  if (!expected.success) return expectEqual(response.status, 400)
  expectEqual(response.status, 201)
  const post = (await response.json()) as Post
  expectEqual(post.content, expected.data)
  expectEqual(
    ((await (await visitor.fetch(`/api/posts/${post.id}`)).json()) as Post).content,
    expected.data,
  )
  await checkSearch(visitor, post)
}

/** A search for the content of a post has to find it, unless the content is too long. */
async function checkSearch(visitor: TestBrowser, { id, content }: Post): Promise<void> {
  const query = searchQuery.safeParse(content)
  if (!query.success || searchWords(query.data).length === 0) return
  const response = await visitor.fetch(`/api/search?limit=100&q=${encodeURIComponent(content)}`)
  expectEqual(response.status, 200)
  const found = ((await response.json()) as Post[]).map((post) => post.id)
  // Other posts with a common word may fill the page.
  if (!found.includes(id) && found.length < 100)
    throw new Error(`A search for ${JSON.stringify(content)} does not find it.`)
}

export const checkNames =
  (visitor: TestBrowser, userId: string) => async (names: { displayName: string; bio: string }) => {
    const response = await visitor.fetch(`/api/users/${userId}`, { method: 'PATCH', json: names })
    const [name, biography] = [displayName.safeParse(names.displayName), bio.safeParse(names.bio)]
    if (!name.success || !biography.success) return expectEqual(response.status, 400)
    expectEqual(response.status, 200)
    const stored = (await (await visitor.fetch(`/api/users/${userId}`)).json()) as {
      displayName: string
      bio: string | null
    }
    expectEqual(stored.displayName, name.data)
    expectEqual(stored.bio, biography.data || null)
  }

export const anyNames = fc.record({ displayName: anyText, bio: anyText })

function expectEqual(actual: unknown, expected: unknown) {
  if (actual !== expected)
    throw new Error(
      `The value is ${JSON.stringify(actual)} instead of ${JSON.stringify(expected)}.`,
    )
}
