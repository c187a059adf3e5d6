import { expect, test } from 'vitest'
import { toPublicId } from '#api/lib/ids.ts'
import { seeds } from '#api/test/people/seeds.ts'
import { uuidOf } from '#api/test/people/uuid-of.ts'
import { testServer } from '#api/test/servers/server.ts'

const server = await testServer()
const { database } = server.services
const { aPost, aUser } = seeds(server.services)
const browser = server.browser()
const { id } = await browser.signUp()
const where = { id: uuidOf(id) }

async function send(query: string, variables = {}) {
  const response = await browser.fetch('/graphql', { json: { query, variables } })
  return response.json()
}

/** The codes of what a live session is refused. */
async function refusals() {
  const codes: (string | null)[] = []
  for (const list of ['moderationQueue', 'appealQueue', 'moderationLog']) {
    const { errors } = await send(`{ ${list} { edges { node { id } } } }`)
    codes.push(errors?.[0].extensions.code ?? null)
  }
  const reportId = 'report_01h455vb4pex5vsknk084sn02q'
  for (const mutation of ['claimReport', 'releaseReport']) {
    const { data } = await send(
      `mutation ($reportId: ID!) {
        ${mutation}(input: { reportId: $reportId }) { userErrors { code } } }`,
      { reportId },
    )
    codes.push(data[mutation].userErrors[0].code)
  }
  return codes
}
const ALLOWED = [null, null, null, 'NOT_FOUND', 'NOT_FOUND']
const REFUSED = ALLOWED.map(() => 'FORBIDDEN')

test('attack 26: a demoted or suspended moderator with a live session is refused at once', async () => {
  expect(await refusals()).toEqual(REFUSED)
  await database.user.update({ where, data: { role: 'MODERATOR' } })
  expect(await refusals()).toEqual(ALLOWED)
  await database.user.update({ where, data: { suspendedAt: new Date() } })
  expect(await refusals()).toEqual(REFUSED)
  await database.user.update({ where, data: { suspendedAt: null } })
  expect(await refusals()).toEqual(ALLOWED)
  await database.user.update({ where, data: { role: 'MEMBER' } })
  expect(await refusals()).toEqual(REFUSED)
})

test('attack 26: what moderators alone read of a report is gone with the role', async () => {
  const [author, reporter] = [await aUser(), await aUser()]
  const post = await aPost({ by: author })
  const report = await database.report.create({
    data: {
      id: server.services.ids.next(),
      reporterId: reporter.id,
      authorId: author.id,
      subjectType: 'POST',
      subjectId: post.id,
      reason: 'SPAM',
    },
  })
  const QUERY = 'query ($id: ID!) { node(id: $id) { ... on Report { reporter { id } } } }'
  const read = async () => (await send(QUERY, { id: toPublicId('Report', report.id) })).data.node
  await database.user.update({ where, data: { role: 'MODERATOR' } })
  expect(await read()).toEqual({ reporter: { id: reporter.publicId } })
  await database.user.update({ where, data: { role: 'MEMBER' } })
  expect(await read()).toBeNull()
})
