import { Menu } from '../../ui/Menu.tsx'
import type { MenuControl } from '../../ui/MenuButton.tsx'
import type { ReportSubject } from '../report/report-subject.ts'
import { usePersonMenu } from './use-person-menu.tsx'

interface PersonMenuProps extends MenuControl {
  userId: string
  /** Something of the person's that the menu is about. */
  subject?: Pick<ReportSubject, 'id' | 'kind'> | undefined
}

/** What the viewer can do with a person, beside following them, or with something of theirs. */
export default function PersonMenu({ userId, subject, ...control }: PersonMenuProps) {
  const { follow, safety, dialogs } = usePersonMenu({
    userId,
    buttonId: control.buttonId,
    ...(subject ?? { id: userId, kind: 'USER' }),
  })
  return (
    <>
      <Menu {...control} groups={[follow, safety]} />
      {dialogs}
    </>
  )
}
