import { Upload } from '#api/rest/schemas.ts'
import { expectJson } from '../operations/json-response.ts'
import type { TestBrowser } from '../people/browser.ts'
import { testServer } from '../servers/server.ts'

export const MEGABYTE = 1024 * 1024
export const tooLarge = 'Please select an image smaller than 5MB'

export const dataUrl = (bytes: Uint8Array, type = 'image/png') =>
  `data:${type};base64,${Buffer.from(bytes).toString('base64')}`
export const uploadOf = async (response: Response) => Upload.parse(await expectJson(response, 201))

/** A server, and the requests that bring a picture. They come from Ann by default. */
export async function pictureServer() {
  const server = await testServer()
  const anonymous = server.browser()
  const ann = server.browser()
  const { id: annId } = await ann.signUp()
  return {
    server,
    database: server.services.database,
    pictures: server.services.pictures,
    anonymous,
    ann,
    annId,
    send(
      bytes: Uint8Array,
      { caller = ann, name = 'picture.png', type = 'image/png', field = 'file' } = {},
    ) {
      const form = new FormData()
      form.set(field, new Blob([new Uint8Array(bytes)], { type }), name)
      return caller.fetch('/api/media', { method: 'POST', body: form })
    },
    share: (imageUrl: string, caller = ann) =>
      caller.fetch('/api/posts', { json: { content: 'Look', imageUrl } }),
    setAvatar: (avatar: string, caller: TestBrowser = ann, id = annId) =>
      caller.fetch(`/api/users/${id}`, { json: { avatar }, method: 'PATCH' }),
  }
}
