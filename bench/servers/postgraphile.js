import { createServer } from 'node:http'
import { postgraphile } from 'postgraphile'
import { makePgService } from 'postgraphile/adaptors/pg'
import { context, lambda } from 'postgraphile/grafast'
import { grafserv } from 'postgraphile/grafserv/node'
import { PostGraphileAmberPreset } from 'postgraphile/presets/amber'
import { extendSchema, jsonPgSmartTags } from 'postgraphile/utils'
import { productViewer } from './product-viewer.ts'

// The peer that makes its API from the database: PostGraphile with its preset for new projects and its defaults for
// production. It is plain JavaScript, because the package is installed on first use, and without it there are no types.
// It gets the viewer from the product's own lookup, and `isLiked` as its documentation would have it: a plan on the table.

const { viewerOf } = await productViewer()

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

// Only what is indexed can be asked for without saying so.
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
