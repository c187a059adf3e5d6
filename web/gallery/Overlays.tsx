import { Tabs } from '@chakra-ui/react'
import Pencil from 'lucide-react/icons/pencil'
import Share2 from 'lucide-react/icons/share-2'
import Trash2 from 'lucide-react/icons/trash-2'
import { type ReactNode, useState } from 'react'
import { Button } from '../ui/Button.tsx'
import { lazyDialog } from '../ui/lazy-dialog.tsx'
import { lazyPart } from '../ui/lazy-part.tsx'
import { MainPortal } from '../ui/MainPortal.tsx'
import { Menu } from '../ui/Menu.tsx'
import { MenuButton } from '../ui/MenuButton.tsx'
import { tabsRecipe } from '../ui/recipes/tabs.ts'
import { Tooltip } from '../ui/Tooltip.tsx'
import { showToast } from '../ui/toast.ts'
import { Example, Examples, Section } from './Section.tsx'

const Dialog = lazyPart(async () => ({ default: (await import('../ui/Dialog.tsx')).Dialog }))
const ConfirmDialog = lazyPart(async () => ({
  default: (await import('../ui/ConfirmDialog.tsx')).ConfirmDialog,
}))
const FormDialog = lazyPart(async () => ({
  default: (await import('../ui/FormDialog.tsx')).FormDialog,
}))

const nothing = () => {}

const menuGroups = [
  [
    { label: 'Edit', icon: Pencil, onSelect: nothing },
    { label: 'Share', icon: Share2, onSelect: nothing },
  ],
  [{ label: 'Delete', icon: Trash2, onSelect: nothing, isDanger: true }],
]

export function Overlays() {
  return (
    <Section title="Overlays">
      <Examples>
        <Example name="tooltip">
          <Tooltip content="Shown on hover, focus and a long press">
            <Button variant="outline">Show a tooltip</Button>
          </Tooltip>
        </Example>
        <Example name="menu">
          <MenuButton
            id="gallery-menu"
            label="Show a menu"
            menu={(control) => <Menu {...control} groups={menuGroups} />}
          />
        </Example>
        <DialogExamples />
        <PortalExample />
        <ToastExamples />
        <Example name="tabs">
          <Tabs.Root recipe={tabsRecipe} defaultValue="upload">
            <Tabs.List aria-label="Tabs">
              <Tabs.Trigger value="upload">Upload</Tabs.Trigger>
              <Tabs.Trigger value="link">Link</Tabs.Trigger>
            </Tabs.List>
            <Tabs.Content value="upload">First</Tabs.Content>
            <Tabs.Content value="link">Second</Tabs.Content>
          </Tabs.Root>
        </Example>
      </Examples>
    </Section>
  )
}

interface DialogExampleProps {
  name: string
  /** The text of the button. */
  show: string
  children: (dialog: { open: boolean; onClose: () => void }) => ReactNode
}

function DialogExample({ name, show, children }: DialogExampleProps) {
  const [open, setOpen] = useState(false)
  return (
    <Example name={name}>
      <Button variant="outline" onClick={() => setOpen(true)}>
        {show}
      </Button>
      {children({ open, onClose: () => setOpen(false) })}
    </Example>
  )
}

const People = lazyDialog(async () => ({
  default: (dialog: { open: boolean; onClose: () => void }) => (
    <Dialog {...dialog} title="Liked by">
      Ada and Bo
    </Dialog>
  ),
}))

function DialogExamples() {
  return (
    <>
      <DialogExample name="confirm dialog" show="Show a dialog">
        {(dialog) => (
          <ConfirmDialog
            {...dialog}
            title="Delete this post?"
            keep="Keep it"
            confirm="Delete"
            onConfirm={dialog.onClose}
          >
            It disappears for everyone.
          </ConfirmDialog>
        )}
      </DialogExample>
      <DialogExample name="form dialog" show="Show a form">
        {(dialog) => (
          <FormDialog {...dialog} title="Share with a comment" submit="Share">
            A few words.
          </FormDialog>
        )}
      </DialogExample>
      <DialogExample name="dialog" show="Show people">
        {(dialog) => <People {...dialog} />}
      </DialogExample>
    </>
  )
}

function PortalExample() {
  const [isShown, setShown] = useState(false)
  return (
    <Example name="portal to main">
      <Button variant="outline" onClick={() => setShown(true)}>
        Show below
      </Button>
      {isShown && (
        <MainPortal>
          <p>At the end of main</p>
        </MainPortal>
      )}
    </Example>
  )
}

function ToastExamples() {
  return (
    <>
      <Example name="toast, success">
        <Button
          variant="outline"
          onClick={() => showToast({ kind: 'success', title: 'Your profile is saved.' })}
        >
          Show a success
        </Button>
      </Example>
      <Example name="toast, error">
        <Button
          variant="outline"
          onClick={() =>
            showToast({
              kind: 'error',
              title: 'Something went wrong. Please try again.',
              description: 'Your words are still there.',
            })
          }
        >
          Show an error
        </Button>
      </Example>
    </>
  )
}
