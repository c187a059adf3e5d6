import { Command } from 'commander'
import type { Services } from '#api/context.ts'
import {
  cleanUpMedia,
  countUnusedMedia,
  type UnusedMedia,
} from '#api/features/media/media.cleanup.ts'
import { formatBytes, pluralize } from './format.ts'
import { withServices } from './with-database.ts'

export function mediaCommands(): Command {
  const media = new Command('media').description('uploaded pictures')
  media
    .command('usage')
    .description('count uploads and files, and show the space that they use')
    .action(usage)
  media
    .command('prune')
    .description(
      'remove uploads unused for a day, and files without an upload (also done every hour)',
    )
    .option('--dry-run', 'only show what would be removed')
    .action(prune)
  return media
}

async function usage() {
  const stats = await withServices(async (services) => ({
    location: services.pictures.location,
    uploads: await services.database.media.count(),
    owners: (await services.database.media.groupBy({ by: ['ownerId'] })).length,
    files: await services.pictures.usage(),
    unused: await countUnusedMedia(services),
  }))
  const { count, bytes } = stats.files
  console.log(`${pluralize(count, 'file')} (${formatBytes(bytes)}) in ${stats.location}.`)
  console.log(`${pluralize(stats.uploads, 'upload')} of ${pluralize(stats.owners, 'account')}.`)
  console.log(`Unused: ${amountOf(stats.unused)}.`)
}

async function prune({ dryRun }: { dryRun?: true }) {
  const unused = await withServices((services: Services) =>
    dryRun ? countUnusedMedia(services) : cleanUpMedia(services),
  )
  console.log(dryRun ? `Would remove ${amountOf(unused)}.` : `Removed ${amountOf(unused)}.`)
}

function amountOf({ uploads, pictures }: UnusedMedia): string {
  return `${pluralize(uploads, 'upload')}, and the files of ${pluralize(pictures, 'picture')}`
}
