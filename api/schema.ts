import { builder } from './builder.ts'
import './features/feed/feed.schema.ts'
import './features/like/like.schema.ts'
import './features/post/post.schema.ts'
import './features/search/search.schema.ts'
import './features/user/user.schema.ts'
import { withShareableStructure } from './graphql/cacheable.ts'
import { withPlainFields } from './graphql/plain-fields.ts'

export const schema = withShareableStructure(withPlainFields(builder.toSchema()))
