import { Command } from 'commander'
import { fromPublicId } from '../ids.ts'
import { OperatorError } from '../operator-error.ts'
import { withServices } from './attach.ts'

export function postCommands(): Command {
  const posts = new Command('post').description('posts')
  posts
    .command('hide')
    .description('make a post invisible to everyone, its author included')
    .argument('<id>', 'such as post_01h455vb4pex5vsknk084sn02q')
    .action((id: string) => setHidden(id, new Date()))
  posts
    .command('unhide')
    .description('show a hidden post again')
    .argument('<id>')
    .action((id: string) => setHidden(id, null))
  return posts
}

async function setHidden(publicId: string, hiddenAt: Date | null) {
  const id = fromPublicId(publicId)
  if (id?.type !== 'Post') throw new OperatorError(`"${publicId}" is no post's id.`)
  const { count } = await withServices(({ database }) => database.post.updateMany({ where: { id: id.uuid }, data: { hiddenAt } }))
  if (count === 0) throw new OperatorError(`There is no post ${publicId}.`)
  console.log(hiddenAt ? `Nobody sees ${publicId} any more.` : `Everybody sees ${publicId} again.`)
}
