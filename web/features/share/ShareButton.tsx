import type { FragmentType } from '@apollo/client'
import Share2 from 'lucide-react/icons/share-2'
import { useId } from 'react'
import { shortNumber } from '../../lib/format-number.ts'
import { t } from '../../lib/i18n.ts'
import { postMessages } from '../../messages/post.ts'
import { Icon } from '../../ui/Icon.tsx'
import { IconCount } from '../../ui/IconCount.tsx'
import { lazyMenu, MenuButton } from '../../ui/MenuButton.tsx'
import { useViewer } from '../user/viewer.ts'
import {
  type ShareButton_PostFragment,
  useShareButton_PostFragment,
} from './ShareButton.generated.ts'

const ShareMenu = lazyMenu(() => import('./ShareMenu.tsx'))

/** Opens the menu to share a post; visitors see only the count. */
export function ShareButton({ post: reference }: { post: FragmentType<ShareButton_PostFragment> }) {
  const post = useShareButton_PostFragment(reference)
  const { isShared, sharesCount } = post
  const id = useId()
  const viewer = useViewer()
  if (viewer === null)
    return (
      <IconCount icon={Share2} count={sharesCount} label={t(postMessages.shares(sharesCount))} />
    )
  return (
    <MenuButton
      id={id}
      label={t(postMessages.share(sharesCount))}
      menu={(control) => <ShareMenu {...control} post={post} />}
      shape="count"
      {...(isShared && { color: 'accentText' })}
    >
      <Icon as={Share2} />
      {shortNumber(sharesCount)}
    </MenuButton>
  )
}
