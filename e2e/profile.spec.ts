import { expect, test } from './journey.ts'

test('the profile dialog opens prefilled and stays open when saving fails', async ({
  page,
  member,
  notified,
}) => {
  await page.goto('/profile')
  await expect(page.getByRole('heading', { name: member.displayName, level: 1 })).toBeVisible()
  await expect(page.getByText(`@${member.username}`).first()).toBeVisible()
  await expect(page.getByText(/0 Following/)).toBeVisible()
  await expect(page.getByText(/0 Followers/)).toBeVisible()
  await expect(page.getByText('No posts yet.', { exact: true })).toBeVisible()

  await page.getByRole('button', { name: 'Edit Profile' }).click()
  const dialog = page.getByRole('dialog', { name: 'Edit Profile' })
  await expect(dialog.getByLabel('Display name')).toHaveValue(member.displayName)
  await expect(dialog.getByLabel('Bio')).toHaveValue('')
  await dialog.getByLabel('Bio').fill('Likes a slow breakfast')
  await page.route('**/graphql', (route) =>
    route.request().postData()?.includes('UpdateProfile')
      ? route.fulfill({ status: 500, body: '' })
      : route.fallback(),
  )
  await dialog.getByRole('button', { name: /save/i }).click()
  await notified('Error')
  await notified('Failed to update profile. Please try again.')
  await expect(dialog.getByLabel('Bio')).toHaveValue('Likes a slow breakfast')
  await page.unroute('**/graphql')
  await dialog.getByRole('button', { name: /save/i }).click()
  await expect(dialog).toBeHidden()
  await notified('Profile updated')
  await notified('Your profile has been successfully updated.')
  await expect(page.getByText('Likes a slow breakfast')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Edit Profile' })).toBeFocused()
})

test('an avatar is an upload or a link; invalid or large files and invalid links are refused', async ({
  page,
  member,
  notified,
}) => {
  await page.goto(`/profile/${member.username}`)
  await page.getByRole('button', { name: 'Edit Profile' }).click()
  const dialog = page.getByRole('dialog', { name: 'Edit Profile' })
  const file = dialog.locator('input[type=file]')
  await file.setInputFiles({
    name: 'notes.txt',
    mimeType: 'text/plain',
    buffer: Buffer.from('hello'),
  })
  await notified('Invalid file type')
  await notified('Please select an image file')
  await file.setInputFiles({
    name: 'large.png',
    mimeType: 'image/png',
    buffer: Buffer.alloc(5 * 1024 * 1024 + 1),
  })
  await notified('File too large')
  await notified('Please select an image smaller than 5MB')
  await file.setInputFiles({
    name: 'broken.png',
    mimeType: 'image/png',
    buffer: Buffer.from('not a picture'),
  })
  await notified('Upload failed')

  const link = dialog.getByLabel('Avatar URL')
  await expect(link).toHaveAttribute('type', 'url')
  await link.fill('javascript:alert(1)')
  await dialog.getByRole('button', { name: /save/i }).click()
  await expect(dialog).toContainText('Invalid image URL')

  await file.setInputFiles('e2e/fixtures/toast.png')
  await expect(dialog.getByRole('button', { name: 'Remove photo' })).toBeVisible()
  await expect(dialog).not.toContainText('Invalid image URL')
  await dialog.getByRole('button', { name: /save/i }).click()
  await expect(dialog).toBeHidden()
  await expect(page.locator('main img[src^="/media/"]').first()).toBeVisible()
})

test("another member's profile has no edit button", async ({ page, member }) => {
  expect(member.username).toBeTruthy()
  await page.goto('/profile/tom_ashworth')
  await expect(page.getByRole('heading', { name: 'Tom Ashworth', level: 1 })).toBeVisible()
  await expect(page.getByRole('article').first()).toBeVisible()
  await expect(page.getByRole('button', { name: 'Edit Profile' })).toHaveCount(0)
})
