import { createServer } from 'node:http'
import { postgraphile } from 'postgraphile'
import { makePgService } from 'postgraphile/adaptors/pg'
import { context, lambda } from 'postgraphile/grafast'
import { grafserv } from 'postgraphile/grafserv/node'
import { PostGraphileAmberPreset } from 'postgraphile/presets/amber'
import { extendSchema, jsonPgSmartTags } from 'postgraphile/utils'
import { productViewer } from './product-viewer.ts'

// PostGraphile with its preset for new projects and its production defaults.
// Plain JavaScript, because the package and its types are only installed on first use.

const { viewerOf } = await productViewer()

// A plan on the table, as PostGraphile's documentation recommends.
const isLiked = extendSchema((build) => {
  const { Like } = build.pgResources
  return {
    typeDefs: 'extend type Post { isLiked: Boolean! }',
    objects: {
      Post: {
        plans: {
          isLiked($post) {
            const $like = Like.get({ postId: $post.get('id'), userId: context().get('viewerId') })
            return lambda($like.get('userId'), (userId) => userId != null)
          },
        },
      },
    },
  }
})

// PostGraphile only filters by indexed columns unless a tag allows others.
const hiddenAt = jsonPgSmartTags({
  version: 1,
  config: {
    class: {
      Post: {
        attribute: {
          hiddenAt: { tags: { behavior: '+attribute:filterBy +condition:attribute:filterBy' } },
        },
      },
    },
  },
})

const server = createServer()
const instance = postgraphile({
  extends: [PostGraphileAmberPreset],
  plugins: [isLiked, hiddenAt],
  pgServices: [makePgService({ connectionString: process.env.DATABASE_URL, schemas: ['public'] })],
  grafast: {
    context: async ({ node }) => ({
      viewerId: (await viewerOf(node?.req.headers.cookie))?.id ?? null,
    }),
  },
})
const serv = instance.createServ(grafserv)
await serv.addTo(server)
server.listen(Number(process.env.PORT), '127.0.0.1', () => process.send?.('ready'))
