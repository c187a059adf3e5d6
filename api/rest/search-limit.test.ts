import { expect, test } from 'vitest'
import { expectProblem } from '#api/test/operations/problem-response.ts'
import { testServer } from '#api/test/servers/server.ts'

test('a search whose cursor is wrong takes one point, also once it is compiled', async () => {
  let points = 0
  const consume = async () => {
    points++
    return null
  }
  const { url } = await testServer({ limits: { consume, refund: async () => {} } })
  const search = (cursor = '') => fetch(`${url}/api/search?q=sun${cursor}`)
  for (let time = 0; time < 2; time++) expect((await search()).status).toBe(200)
  points = 0
  for (let time = 0; time < 2; time++) await expectProblem(await search('&cursor=wrong'), 400)
  expect(points).toBe(2)
})
