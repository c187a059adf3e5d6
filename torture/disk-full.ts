import { setTimeout } from 'node:timers/promises'
import { createBrowser, type TestBrowser } from '#api/test/people/browser.ts'
import { photo } from '#api/test/pictures/pictures.ts'
import { postmasterOf } from '../scripts/process/commands.ts'
import { expectResponses, waitForProgress, waitForReadiness } from './faults.ts'
import { type Harness, startHarness } from './harness.ts'
import { type SmallDisk, smallDisk } from './small-disk.ts'

/** Size of the disk of the product and its database. */
const DISK_MB = 900
/** Time for the server to notice the free space and to release the ballast file. */
const DETECTION_MS = 3_000
const READS = ['/api/posts?limit=5', '/api/search?q=visitor', '/api/users/unknown-user', '/readyz']

/** @returns null where file systems cannot be mounted */
export async function startHarnessOnSmallDisk(
  seed: number,
): Promise<{ harness: Harness; disk: SmallDisk } | null> {
  const disk = smallDisk(DISK_MB)
  if (!disk) return null
  const { dataDir, unmount } = disk
  return { disk, harness: await startHarness({ seed, dataDir, onStop: unmount }) }
}

/**
 * Fills the disk under load: first for uploads, then completely. Kills the database in half of the
 * rounds.
 */
export async function fillDisk(harness: Harness, disk: SmallDisk): Promise<void> {
  const { history, product, random } = harness
  const ann = createBrowser(product.url)
  await ann.signUp()
  await expectResponses(harness, async () => {
    await setTimeout(random.between(200, 1_000))
    disk.fill(150)
    await setTimeout(DETECTION_MS)
    await expectStatus(harness, 'An upload with little space', upload(ann), [507])
    await expectStatus(harness, 'A post with little space', post(ann), [201])
    disk.fill(0)
    if (random.chance(0.5)) process.kill(postmasterOf(harness.dataDir), 'SIGKILL')
    await setTimeout(DETECTION_MS)
    await waitForReadiness(harness, 200)
    await expectStatus(harness, 'An upload without space', upload(ann), [507, 503])
    await expectStatus(harness, 'A post without space', post(ann), [507, 503])
    for (let times = 0; times < 20; times++) {
      for (const path of READS)
        await expectStatus(harness, `${path} without space`, ann.fetch(path), [
          path.includes('unknown') ? 404 : 200,
        ])
    }
    disk.empty()
    await setTimeout(DETECTION_MS)
    await waitForProgress(harness)
    await expectStatus(harness, 'An upload after space was freed', upload(ann), [201])
  })
  // The history has no record of these posts.
  history.problems.push(...(await removePosts(ann)))
}

const post = (ann: TestBrowser) =>
  ann.fetch('/api/posts', { json: { content: 'There is space for this.' } })

const upload = async (ann: TestBrowser) =>
  ann.upload(
    await photo({ hue: Date.now() % 360 })
      .png()
      .toBuffer(),
  )

async function removePosts(ann: TestBrowser): Promise<string[]> {
  const problems: string[] = []
  const { id } = (await (await ann.fetch('/api/auth/user')).json()) as { id: string }
  for (const created of (await (await ann.fetch(`/api/users/${id}/posts`)).json()) as {
    id: string
  }[]) {
    const { status } = await ann.fetch(`/api/posts/${created.id}`, { method: 'DELETE' })
    if (status !== 204) problems.push(`Deleting a post returned ${status}.`)
  }
  return problems
}

async function expectStatus(
  { history }: Harness,
  what: string,
  pending: Promise<Response>,
  allowed: number[],
): Promise<void> {
  const response = await pending
  const text = await response.text()
  if (!allowed.includes(response.status))
    history.problems.push(
      `${what} got ${response.status} instead of ${allowed.join(' or ')}: ${text.slice(0, 200)}`,
    )
}
