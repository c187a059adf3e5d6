import { createHash } from 'node:crypto'
import { renderGraphiQL } from '@graphql-yoga/render-graphiql'
import type { RequestHandler } from 'express'

const examples = [
  `# ⌘/Ctrl + Enter runs this. There is more in the
# other tabs, and a reference behind the book.

query Feed {
  feed(first: 5) {
    nodes {
      id
      content
      likesCount
      isLiked
      createdAt
      author {
        displayName
        username
      }
    }
    pageInfo {
      hasNextPage
      endCursor
    }
  }
}
`,
  `# All words, in the post or in its author's name.

query Search {
  search(query: "coffee morning", first: 5) {
    nodes {
      content
      author {
        displayName
      }
    }
  }
}
`,
  `# Changes need somebody: sign in at /api/login.

mutation CreatePost {
  createPost(input: { content: "Hello from GraphiQL ☀️" }) {
    post {
      id
      content
    }
    userErrors {
      code
      field
      message
    }
  }
}
`,
]

/** The page for trying operations, which a browser gets at the same address. All of it comes from this host. */
export function createGraphiql(): RequestHandler {
  let made: { page: string; policy: string } | undefined
  return (_req, res) => {
    made ??= make()
    // Large, and the same for everybody: a browser keeps it and asks whether it still stands.
    res.set({ 'Content-Security-Policy': made.policy, 'Cache-Control': 'no-cache' }).vary('Accept').type('html').send(made.page)
  }
}

function make() {
  const page = renderGraphiQL({
    title: 'Good Vibes · GraphiQL',
    defaultTabs: examples.map((query) => ({ query })),
    credentials: 'same-origin',
  })
  const hashes = [...page.matchAll(/<script>(.*?)<\/script>/gs)].map(
    ([, script = '']) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`,
  )
  const directives = {
    'default-src': "'none'",
    'script-src': hashes.join(' '),
    // The editor writes its styles as it goes.
    'style-src': "'self' 'unsafe-inline'",
    'worker-src': 'blob:',
    'img-src': "'self' data:",
    'font-src': "'self' data:",
    'connect-src': "'self'",
    'base-uri': "'none'",
    'form-action': "'none'",
    'frame-ancestors': "'none'",
  }
  const policy = Object.entries(directives).map(([name, sources]) => `${name} ${sources}`)
  return { page, policy: policy.join('; ') }
}
