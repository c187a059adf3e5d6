import { setTimeout } from 'node:timers/promises'
import { photo } from '#api/test/pictures.ts'
import { type Visitor, visitor } from '#api/test/visitor.ts'
import { postmasterOf } from '../scripts/process/commands.ts'
import { allAnswered, becomes, goesOn } from './faults.ts'
import { type SmallDisk, smallDisk } from './small-disk.ts'
import { openWorld, type World } from './world.ts'

/** What the disk of the product and its database has. */
const MEGABYTES = 900
/** Milliseconds until what was found out about the disk is looked at again, and the database has what was kept for it. */
const NOTICED = 3_000
const READS = [
  '/api/posts?limit=5',
  '/api/search?q=visitor',
  '/api/users/nobody-of-that-name',
  '/readyz',
]

/** A world on a disk of its own; null where there can be none. */
export async function openWorldOnSmallDisk(
  seed: number,
): Promise<{ world: World; disk: SmallDisk } | null> {
  const disk = smallDisk(MEGABYTES)
  if (!disk) return null
  const world = await openWorld({ seed, dataDir: disk.dataDir })
  const end = async () => {
    await world.end()
    disk.end()
  }
  return {
    disk,
    world: Object.defineProperties(
      {},
      { ...Object.getOwnPropertyDescriptors(world), end: { value: end } },
    ) as World,
  }
}

/** The disk becomes full under load, first for pictures, then for everything; in half of the rounds the database dies meanwhile. */
export async function diskFull(world: World, disk: SmallDisk): Promise<void> {
  const { history, product, random } = world
  const ann = visitor(product.url)
  await ann.signUp()
  await allAnswered(world, async () => {
    await setTimeout(random.between(200, 1_000))
    disk.fill(150)
    await setTimeout(NOTICED)
    await expectStatus(world, 'An upload with little room', upload(ann), [507])
    await expectStatus(world, 'A post with little room', post(ann), [201])
    disk.fill(0)
    if (random.chance(0.5)) process.kill(postmasterOf(world.dataDir), 'SIGKILL')
    await setTimeout(NOTICED)
    await becomes(world, 200)
    await expectStatus(world, 'An upload without room', upload(ann), [507, 503])
    await expectStatus(world, 'A post without room', post(ann), [507, 503])
    for (let times = 0; times < 20; times++) {
      for (const path of READS)
        await expectStatus(world, `${path} without room`, ann.fetch(path), [
          path.includes('nobody') ? 404 : 200,
        ])
    }
    disk.empty()
    await setTimeout(NOTICED)
    await goesOn(world)
    await expectStatus(world, 'An upload with room again', upload(ann), [201])
  })
  // What came in besides the others' posts is none of what they remember.
  history.problems.push(...(await removePosts(ann)))
}

const post = (ann: Visitor) =>
  ann.fetch('/api/posts', { json: { content: 'There is room for this.' } })

async function upload(ann: Visitor): Promise<Response> {
  const body = new FormData()
  const bytes = await photo({ hue: Date.now() % 360 })
    .png()
    .toBuffer()
  body.append('file', new Blob([new Uint8Array(bytes)], { type: 'image/png' }), 'a.png')
  return ann.fetch('/api/media', { method: 'POST', body })
}

async function removePosts(ann: Visitor): Promise<string[]> {
  const problems: string[] = []
  const { id } = (await (await ann.fetch('/api/auth/user')).json()) as { id: string }
  for (const each of (await (await ann.fetch(`/api/users/${id}/posts`)).json()) as {
    id: string
  }[]) {
    const { status } = await ann.fetch(`/api/posts/${each.id}`, { method: 'DELETE' })
    if (status !== 204) problems.push(`A post could not be deleted: ${status}.`)
  }
  return problems
}

async function expectStatus(
  { history }: World,
  what: string,
  asked: Promise<Response>,
  allowed: number[],
): Promise<void> {
  const answer = await asked
  const text = await answer.text()
  if (!allowed.includes(answer.status))
    history.problems.push(
      `${what} was answered ${answer.status} instead of ${allowed.join(' or ')}: ${text.slice(0, 200)}`,
    )
}
