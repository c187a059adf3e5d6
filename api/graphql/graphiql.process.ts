/** The program of the process that makes the page: its maker takes 70 MB, which the server is better off without. */
import { createHash } from 'node:crypto'
import { gzipSync } from 'node:zlib'
import { renderGraphiQL } from '@graphql-yoga/render-graphiql'
import type { Graphiql } from './graphiql.ts'

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

// A signal to the whole group is the server's to answer.
process.on('SIGINT', () => {}).on('SIGTERM', () => {})
process.send?.(make(), () => process.disconnect())

function make(): Graphiql {
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
  return { page: gzipSync(page), policy: policy.join('; ') }
}
