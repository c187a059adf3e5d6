import { builder } from './builder.ts'
import './features/feed/feed.schema.ts'
import './features/like/like.schema.ts'
import './features/post/post.schema.ts'
import './features/search/search.schema.ts'
import './features/user/user.schema.ts'

export const schema = builder.toSchema()
