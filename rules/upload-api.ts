import * as z from 'zod/mini'

/** The upload of a picture: a multipart form with the field `file`. */
export const uploadPicture = {
  method: 'POST',
  path: '/api/media',
  response: z.object({
    url: z.string(),
    width: z.int(),
    height: z.int(),
    placeholder: z.string(),
  }),
} as const

export type UploadedPicture = z.output<typeof uploadPicture.response>
