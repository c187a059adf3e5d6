import { expect, test } from 'vitest'
import { toPublicId } from '#api/lib/ids.ts'
import { moderation } from '#api/test/people/moderation.ts'
import { registerCleanup } from '#api/test/register-cleanup.ts'
import { startMailServer } from '#api/test/servers/mail-server.ts'
import { testApi } from '#api/test/servers/test-api.ts'
import { createInvitation } from '../invitation/invitation.write.ts'

const mails = await startMailServer()
registerCleanup(mails.close)
const api = await testApi({ settings: { smtpUrl: mails.url } })
const { as, aUser, aPost, services } = api
const { aModerator, aReport, resolve } = moderation(api)
const moderator = await aModerator(services)
const asModerator = as(moderator)

/** The next emails, by the address they are sent to. */
async function received(count: number) {
  const emails = []
  for (let number = 1; number <= count; number++) emails.push(await mails.next())
  return new Map(emails.map(({ to, ...email }) => [to?.[0]?.address, email]))
}
const addressOf = async ({ id }: { id: string }) =>
  (await services.database.user.findUniqueOrThrow({ where: { id } })).email

test('reporters and author learn the outcome by email, and never who decided or reported', async () => {
  const [author, first, second] = [await aUser(), await aUser(), await aUser()]
  const post = await aPost({ by: author, content: 'Something unkind' })
  await aReport(post, first)
  const { report } = await resolve(asModerator, await aReport(post, second), 'HIDE')
  const emails = await received(3)
  for (const reporter of [first, second]) {
    const email = emails.get(await addressOf(reporter))
    expect(email?.subject).toBe('Your report: our decision')
    expect(email?.text).toContain('It breaks our rules. We hid it from everyone.')
    expect(email?.text).toMatch(/The rule: Be kind http\S+\/rules#be-kind\n/)
    expect(email?.text).toContain('/settings/reports')
  }
  const email = emails.get(await addressOf(author))
  expect(email?.subject).toBe('A decision about your account')
  expect(email?.text).toContain('We hid something of yours from everyone')
  expect(email?.text).toContain('you can appeal')
  // An email names its recipient alone.
  for (const recipient of [author, first, second]) {
    const { text, html } = emails.get(await addressOf(recipient)) ?? {}
    for (const person of [moderator, first, second])
      if (person !== recipient) expect(`${text} ${html}`).not.toContain(person.username)
  }

  const REVERSE = `mutation ($eventId: ID!) {
    reverseDecision(input: { eventId: $eventId }) { userErrors { code } } }`
  await asModerator.data(REVERSE, { eventId: report.decision.id })
  const after = await received(1)
  expect(after.get(await addressOf(author))?.subject).toBe('We took a decision back')
})

test('without a broken rule, only the reporter gets an email', async () => {
  const [author, reporter] = [await aUser(), await aUser()]
  await resolve(asModerator, await aReport(await aPost({ by: author }), reporter), 'NONE')
  const email = (await received(1)).get(await addressOf(reporter))
  expect(email?.text).toContain('doesn’t break our rules')
  expect(mails.unreadCount()).toBe(0)
})

test('members who are suspended with their invitation learn it by email, once', async () => {
  const [inviter, reporter] = [await aUser(), await aUser()]
  const members = [await aUser(), await aUser()]
  const { id } = await createInvitation(services, {
    ...{ inviterId: inviter.id, maxUses: 5, followIds: [] },
    expiresAt: new Date(Date.now() + 60 * 60 * 1000),
  })
  await services.database.invitee.createMany({
    data: members.map((member) => ({ userId: member.id, invitationId: id })),
  })
  const REVOKE = `mutation ($id: ID!) {
    revokeInvitation(input: { invitationId: $id, suspendInvitees: true }) { userErrors { code } } }`
  for (let times = 1; times <= 2; times++)
    await asModerator.data(REVOKE, { id: toPublicId('Invitation', id) })
  const emails = await received(2)
  for (const member of members) {
    const email = emails.get(await addressOf(member))
    expect(email?.subject).toBe('A decision about your account')
    expect(email?.text).toContain('A moderator revoked the invitation that you joined with')
    expect(email?.text).toContain('You can still read.')
    expect(email?.text).toContain('you can appeal')
    expect(email?.text).toContain('/settings/reports')
    expect(`${email?.text} ${email?.html}`).not.toMatch(new RegExp(`${moderator.username}\\b`))
  }
  // The next email is another one.
  await resolve(asModerator, await aReport(await aPost({ by: inviter }), reporter), 'NONE')
  expect([...(await received(1)).keys()]).toEqual([await addressOf(reporter)])
})

test('the end of a suspension reaches the account by email', async () => {
  const author = await aUser()
  await resolve(asModerator, await aReport(author), 'SUSPEND')
  await received(2)
  const LIFT = `mutation ($userId: ID!) {
    liftSuspension(input: { userId: $userId }) { userErrors { code } } }`
  await asModerator.data(LIFT, { userId: author.publicId })
  const email = (await received(1)).get(await addressOf(author))
  expect(email?.subject).toBe('We took a decision back')
})

test('the answer to an appeal reaches the author by email', async () => {
  const author = await aUser()
  const { report } = await resolve(asModerator, await aReport(author), 'WARN')
  await received(2)
  const APPEAL = `mutation ($eventId: ID!) {
    appealDecision(input: { eventId: $eventId, text: "It was a joke" }) { appeal { id } } }`
  await as(author).data(APPEAL, { eventId: report.decision.id })
  const ANSWER = `mutation ($id: ID!) {
    decideAppeal(input: { eventId: $id, uphold: true }) { userErrors { code } } }`
  await as(await aModerator(services)).data(ANSWER, { id: report.decision.id })
  const email = (await received(1)).get(await addressOf(author))
  expect(email?.subject).toBe('Your appeal: our decision')
  expect(email?.text).toContain('It stays as it is.')
})
