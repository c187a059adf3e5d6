import type { Json } from './json-schema.ts'

/** The headers that most responses have, as components of the document. */
export const sharedHeaders: Json = {
  'RateLimit-Policy': {
    description:
      'The limits that the request consumed, or all limits if it consumed none. Absent if the server has no limits.',
    schema: { type: 'string' },
    example: '"post";q=10;w=60',
  },
  RateLimit: {
    description:
      'What is left of each limit that the request consumed, and the seconds until all of it is back.',
    schema: { type: 'string' },
    example: '"post";r=9;t=20',
  },
}

/** References to the shared headers, by name. */
export const sharedHeaderReferences: Json = Object.fromEntries(
  Object.keys(sharedHeaders).map((name) => [name, { $ref: `#/components/headers/${name}` }]),
)
