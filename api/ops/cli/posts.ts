import { Command } from 'commander'
import { setHidden } from '#api/features/post/post.write.ts'
import { fromPublicId } from '#api/lib/ids.ts'
import { OperatorError } from '#api/lib/operator-error.ts'
import { withServices } from './with-database.ts'

export function postCommands(): Command {
  const posts = new Command('post').description('posts')
  posts
    .command('hide')
    .description('hide a post from everyone, including its author')
    .argument('<id>', 'such as post_01h455vb4pex5vsknk084sn02q')
    .action((id: string) => hide(id, true))
  posts
    .command('unhide')
    .description('show a hidden post again')
    .argument('<id>')
    .action((id: string) => hide(id, false))
  return posts
}

async function hide(publicId: string, hidden: boolean) {
  const id = fromPublicId(publicId)
  if (id?.type !== 'Post') throw new OperatorError(`"${publicId}" is not the id of a post.`)
  const found = await withServices((services) => setHidden(services, id.uuid, hidden))
  if (!found) throw new OperatorError(`There is no post ${publicId}.`)
  console.log(hidden ? `${publicId} is hidden from everyone.` : `${publicId} is visible again.`)
}
