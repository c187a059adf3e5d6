import { expect, test, vi } from 'vitest'
import { BodyBudget } from '#api/admission/bodies.ts'
import { pictureServer } from '#api/test/picture-requests.ts'
import { png } from '#api/test/pictures.ts'
import { expectProblem } from '#api/test/problem-response.ts'

const { send } = await pictureServer()

test('an upload for which there is no memory is 503 with Retry-After', async () => {
  const full = { grow: () => false, release() {} }
  const reserve = vi.spyOn(BodyBudget.prototype, 'reserve').mockReturnValue(full)
  const response = await send(png())
  reserve.mockRestore()
  expect(response.headers.get('retry-after')).toMatch(/^\d+$/)
  await expectProblem(response, 503)
  expect((await send(png())).status).toBe(201)
})
