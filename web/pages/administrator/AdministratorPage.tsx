import { chakra, Stack } from '@chakra-ui/react'
import { useState } from 'react'
import { Link, useParams } from 'react-router-dom'
import { paths } from '#rules/paths.ts'
import { Page } from '../../features/shell/Page.tsx'
import { useViewer } from '../../features/user/viewer.ts'
import { t } from '../../lib/i18n.ts'
import { useOnce } from '../../lib/use-once.ts'
import { administratorMessages } from '../../messages/administrator.ts'
import { Button } from '../../ui/Button.tsx'
import { Card } from '../../ui/Card.tsx'
import { EmptyFeedDrawing } from '../../ui/drawings/EmptyFeedDrawing.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { Muted } from '../../ui/Muted.tsx'
import { RichText } from '../../ui/RichText.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import {
  useAdministratorPage_ViewerFragment,
  useBecomeAdministratorMutation,
} from './Administrator.generated.ts'

/** The operator's link. Nothing changes before the viewer confirms it. */
export default function AdministratorPage() {
  const { token = '' } = useParams()
  const [isDone, setDone] = useState(false)
  const title = isDone ? administratorMessages.done : administratorMessages.title
  return (
    <Page title={t(title)} joinBar={false}>
      {isDone ? <Done /> : <Confirmation token={token} onDone={() => setDone(true)} />}
    </Page>
  )
}

interface ConfirmationProps {
  token: string
  onDone: () => void
}

function Confirmation({ token, onDone }: ConfirmationProps) {
  const viewer = useAdministratorPage_ViewerFragment(useViewer())
  const becomeAdministrator = useBecomeAdministratorMutation()
  const { isBusy, runOnce } = useOnce()
  const confirm = async () => {
    const { error } = await becomeAdministrator({ token })
    if (error) return
    onDone()
    document.querySelector('h1')?.focus()
  }
  if (!viewer) return <Skeleton h="16" />
  return (
    <Card asChild>
      <section>
        <Stack gap="4" align="flex-start">
          <chakra.p textStyle="body" overflowWrap="anywhere">
            <RichText
              message={administratorMessages.about(viewer.username)}
              elements={{ name: <bdi /> }}
            />
          </chakra.p>
          <Muted>{t(administratorMessages.meaning)}</Muted>
          <Button aria-busy={isBusy} onClick={() => runOnce(confirm)}>
            {t(administratorMessages.confirm)}
          </Button>
        </Stack>
      </section>
    </Card>
  )
}

function Done() {
  return (
    <EmptyState drawing={<EmptyFeedDrawing />} title={t(administratorMessages.doneHint)}>
      <Button asChild variant="outline">
        <Link to={paths.home}>{t(administratorMessages.toHome)}</Link>
      </Button>
    </EmptyState>
  )
}
