import { expect, test } from 'vitest'
import { answered, reportData } from '../../test/own-reports.ts'
import { mockAccountApi, openSettings, section } from '../../test/settings.ts'

test('the settings list the newest reports with their states, and link to all', async () => {
  mockAccountApi()
  const reports = ['1', '2', '3', '4'].map((id) => reportData({ id: `report_${id}` }))
  Object.assign(reports[1] ?? {}, answered, { subjectType: 'SHARE' })
  await openSettings({ reports })
  const rows = (await section('Reports')).findAllByRole('listitem')
  expect((await rows).map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(/^A post by Bo BergReported 5 hours ago.*Waiting for a moderator$/),
    expect.stringMatching(/^A share by Bo Berg.*Answered$/),
    expect.stringMatching(/Waiting for a moderator$/),
  ])
  const link = await (await section('Reports')).findByRole('link', { name: /^See all reports/ })
  expect(link).toHaveAttribute('href', '/settings/reports')
})

test('without reports, the section says so', async () => {
  mockAccountApi()
  await openSettings()
  expect(
    await (await section('Reports')).findByText('You haven’t reported anything.'),
  ).toBeInTheDocument()
})
