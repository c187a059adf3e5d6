import type { Request, RequestHandler, Response } from 'express'
import multer, { type StorageEngine } from 'multer'
import * as z from 'zod'
import { actorOf } from '#api/actor.ts'
import { admitBody, type BodyReservation, reserveBody } from '#api/admission/bodies.ts'
import { uploadPicture } from '#api/features/media/media.write.ts'
import { MAX_DISCARDED_BYTES } from '#api/http/body-limits.ts'
import { contextOf } from '#api/http/locals.ts'
import { OverloadError } from '#api/http/overload-error.ts'
import { BodyBuffer } from '#api/http/read-body.ts'
import { AppError } from '#api/lib/errors.ts'
import { requireScope } from '#api/token-grant.ts'
import { limits } from '#rules/limits.ts'
import type { UploadedPicture } from '#rules/upload-api.ts'
import { refuseOthers } from './actor.ts'
import type { Route } from './route.ts'
import { Upload } from './schemas.ts'
import { usersInBody } from './variables.ts'

/** The only route without a GraphQL operation, since GraphQL takes no files. */
export const uploadRoute: Route = {
  name: 'uploadPicture',
  method: 'post',
  path: '/media',
  tag: 'Pictures',
  summary: 'Upload a picture for a post or an avatar',
  description: 'Send its `url` as `imageUrl` or `avatar`. Unused uploads are deleted after a day.',
  body: z.object({
    file: z.file().meta({ description: 'A JPEG, PNG, WebP, GIF or AVIF file of at most 5 MB.' }),
  }),
  status: 201,
  response: Upload,
  acceptsDemoUser: true,
  errors: [
    'BAD_INPUT',
    'UNAUTHENTICATED',
    'FORBIDDEN',
    'TOO_LARGE',
    'UNSUPPORTED_MEDIA',
    'RATE_LIMITED',
    'OUT_OF_SPACE',
  ],
}

const FIELD = 'file'
const EMPTY = Buffer.alloc(0)

const reserved = Symbol('the memory of the body')

interface ReservedRequest extends Request {
  [reserved]?: BodyReservation
}

const storage: StorageEngine = {
  _handleFile(req, { stream }, done) {
    const reservation = (req as ReservedRequest)[reserved]
    if (!reservation) throw new Error('The upload has no reservation.')
    const received = new BodyBuffer({ maxBytes: limits.pictureBytes + 1, reservation })
    stream.on('data', (chunk: Buffer) => {
      try {
        received.add(chunk)
      } catch (error) {
        stream.destroy().removeAllListeners()
        done(error)
      }
    })
    stream.on('end', () => done(null, { buffer: received.bytes }))
  },
  _removeFile: (_req, _file, done) => done(null),
}

const form = multer({
  storage,
  limits: {
    fileSize: limits.pictureBytes,
    files: 1,
    fields: 4,
    fieldSize: 1_024,
    fieldNameSize: 100,
    parts: 5,
    headerPairs: 20,
  },
}).single(FIELD)

export const handleUpload: RequestHandler = async (req, res) => {
  const context = requireScope('write:posts', contextOf(res))
  const caller = actorOf(context)
  if (!req.is('multipart/form-data'))
    throw new AppError('UNSUPPORTED_MEDIA', 'PICTURE_NOT_MULTIPART')
  const bytes = await receive(req, res)
  refuseOthers(usersInBody(req), caller)
  const { url, width, height, placeholder } = await uploadPicture(context, bytes)
  res.status(uploadRoute.status).json({ url, width, height, placeholder } satisfies UploadedPicture)
}

/** @throws AppError TOO_LARGE, BAD_INPUT for an invalid form or without a file; OverloadError */
async function receive(req: Request, res: Response): Promise<Buffer> {
  if (Number(req.get('content-length')) > MAX_DISCARDED_BYTES) {
    res.set('Connection', 'close')
    throw tooLarge()
  }
  // Before the form begins: what sends no file in time is ended as well.
  const reservation = reserveBody(req)
  ;(req as ReservedRequest)[reserved] = reservation
  res.once('close', reservation.release)
  const parsed = new Promise<void>((resolve, reject) =>
    form(req, res, (error: unknown) => (error ? reject(toAppError(error)) : resolve())),
  )
  let bytes = 0
  req.on('data', (chunk: Buffer) => {
    bytes += chunk.length
    if (bytes > MAX_DISCARDED_BYTES) req.destroy()
  })
  await parsed
  const { file } = req
  if (!file) throw noFile()
  const { buffer } = file
  // A request that has ended and its listeners would keep the picture alive.
  file.buffer = EMPTY
  // The decoders wait their turn by themselves.
  await admitBody(req, 0)
  return buffer
}

const tooLarge = () => new AppError('TOO_LARGE', 'PICTURE_TOO_LARGE')
const noFile = () => new AppError('BAD_INPUT', 'PICTURE_MISSING', { field: FIELD })

function toAppError(error: unknown): Error {
  if (error instanceof OverloadError || error instanceof AppError) return error
  return error instanceof multer.MulterError && error.code === 'LIMIT_FILE_SIZE'
    ? tooLarge()
    : noFile()
}
