import { useId } from 'react'
import { t } from '../../lib/i18n.ts'
import { postMessages } from '../../messages/post.ts'
import { lazyMenu, MenuButton } from '../../ui/MenuButton.tsx'
import type { MenuPost } from './menu-post.ts'

const PostMenu = lazyMenu(() => import('./PostMenu.tsx'))

/** Opens the menu of a post. The menu asks for the rest of its data, so that cards cost little. */
export function PostMenuButton({ post }: { post: MenuPost }) {
  return (
    <MenuButton
      id={useId()}
      label={t(postMessages.moreOptions)}
      mt="-2"
      me="-2"
      menu={(control) => <PostMenu {...control} post={post} />}
    />
  )
}
