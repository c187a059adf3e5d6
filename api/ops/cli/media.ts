import { Command } from 'commander'
import type { Services } from '#api/context.ts'
import {
  cleanUpMedia,
  countUnusedMedia,
  type UnusedMedia,
} from '#api/features/media/media.cleanup.ts'
import { withServices } from './attach.ts'
import { bytes, counted } from './words.ts'

export function mediaCommands(): Command {
  const media = new Command('media').description('uploaded pictures')
  media.command('usage').description('how many there are and what they take').action(usage)
  media
    .command('prune')
    .description(
      'remove uploads that nothing has used for a day, and files without an upload; the server does so every hour',
    )
    .option('--dry-run', 'only say what would go')
    .action(prune)
  return media
}

async function usage() {
  const found = await withServices(async (services) => ({
    place: services.pictures.location,
    uploads: await services.database.media.count(),
    owners: (await services.database.media.groupBy({ by: ['ownerId'] })).length,
    files: await services.pictures.usage(),
    unused: await countUnusedMedia(services),
  }))
  console.log(
    `${counted(found.files.count, 'file', 'files')} of pictures, ${bytes(found.files.bytes)}, in ${found.place}.`,
  )
  console.log(
    `${counted(found.uploads, 'upload', 'uploads')} of ${counted(found.owners, 'account', 'accounts')}.`,
  )
  console.log(`Not needed: ${amountOf(found.unused)}.`)
}

async function prune({ dryRun }: { dryRun?: true }) {
  const unused = await withServices((services: Services) =>
    dryRun ? countUnusedMedia(services) : cleanUpMedia(services),
  )
  console.log(dryRun ? `Would remove ${amountOf(unused)}.` : `Removed ${amountOf(unused)}.`)
}

function amountOf({ uploads, pictures }: UnusedMedia): string {
  return `${counted(uploads, 'upload', 'uploads')}, and the files of ${counted(pictures, 'picture', 'pictures')}`
}
