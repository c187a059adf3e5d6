import { builder } from '#api/graphql/builder.ts'
import '#api/features/feed/feed.schema.ts'
import '#api/features/like/like.schema.ts'
import '#api/features/post/post.schema.ts'
import '#api/features/search/search.schema.ts'
import '#api/features/user/user.schema.ts'

export const schema = builder.toSchema()
