import { type ComponentProps, useId } from 'react'
import { t } from '../../lib/i18n.ts'
import { postMessages } from '../../messages/post.ts'
import { lazyMenu, MenuButton } from '../../ui/MenuButton.tsx'
import type { ReportSubject } from '../report/report-subject.ts'
import { useViewer } from '../user/viewer.ts'

const PersonMenu = lazyMenu(() => import('./PersonMenu.tsx'))

interface PersonMenuButtonProps
  extends Omit<ComponentProps<typeof MenuButton>, 'id' | 'label' | 'menu'> {
  userId: string
  /** Something of the person's that the menu is about. */
  subject?: Pick<ReportSubject, 'id' | 'kind'>
}

/** Opens the menu of a person, who is not the viewer. Visitors have none. */
export function PersonMenuButton({ userId, subject, ...props }: PersonMenuButtonProps) {
  const id = useId()
  if (!useViewer()) return null
  return (
    <MenuButton
      id={id}
      label={t(postMessages.moreOptions)}
      menu={(control) => <PersonMenu {...control} userId={userId} subject={subject} />}
      {...props}
    />
  )
}
