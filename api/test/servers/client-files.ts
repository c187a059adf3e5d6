import { brotliCompressSync, gzipSync } from 'node:zlib'
import { builtSettings } from '#rules/page-settings.ts'
import { pageOperations } from './page-operations.ts'

export const SCRIPT_HASH = "'sha256-AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA='"
export const STYLE_HASH = "'sha256-BBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBB='"

export const clientFiles: Record<string, string | Buffer> = {
  'csp.json': JSON.stringify({ scripts: [SCRIPT_HASH], styles: [STYLE_HASH] }),
  'page-operations.json': pageOperations({
    Viewer:
      'query Viewer($demoUser: ID!, $isDemo: Boolean!) { viewer { id } user(id: $demoUser) @include(if: $isDemo) { id } }',
    Feed: 'query Feed($after: String) { feed(first: 20, after: $after) { edges { node { id content isLiked } } } }',
    FollowingFeed:
      'query FollowingFeed($after: String) { feed(scope: FOLLOWING, first: 20, after: $after) { edges { share { comment } node { content isLiked } } } }',
    Explore:
      'query Explore($query: String!) { search(query: $query) { edges { node { id content } } } }',
    Profile: `query Profile($isOwn: Boolean!, $id: ID, $username: String) {
      viewer @include(if: $isOwn) { id email }
      user(id: $id, username: $username) @skip(if: $isOwn) { id email }
    }`,
    Post: 'query Post($postId: ID!) { node(id: $postId) { id ... on Post { content } } }',
  }),
  'favicon.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>',
  'robots.txt': 'User-agent: *\n',
  'assets/app-abc.js': 'app',
  'assets/app-abc.js.br': brotliCompressSync('app'),
  'assets/app-abc.js.gz': gzipSync('app'),
}
for (const name of ['landing', 'app', 'sign-in']) {
  clientFiles[`${name}.html`] =
    `<!doctype html>${builtSettings}<meta name="page" content="${name}"><title>Good Vibes</title>${'<p>words'.repeat(200)}`
}
