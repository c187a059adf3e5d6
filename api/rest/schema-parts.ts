import * as z from 'zod'

// Parts of the schemas in schemas.ts, which have no name of their own in the documentation.

export const userId = z.string().meta({ examples: ['user_01h455vb4pex5vsknk084sn02q'] })
export const postId = z.string().meta({ examples: ['post_01h455vb4pex5vsknk084sn02q'] })
export const timestamp = z.iso.datetime()
export const picture = z
  .string()
  .nullable()
  .meta({ description: 'An http(s) link, or the path of an upload on this host.' })

export const displayName = z.string().meta({ examples: ['Ann Lee'] })
export const username = z.string().meta({ examples: ['ann_lee'] })
export const content = z.string().meta({ examples: ['The bakery gave me the last bun for free.'] })

export const Author = z.strictObject({
  id: userId,
  displayName,
  username,
  avatar: picture,
})
