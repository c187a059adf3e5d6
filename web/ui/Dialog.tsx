import { Dialog as ChakraDialog, chakra, Portal } from '@chakra-ui/react'
import X from 'lucide-react/icons/x'
import { type ReactNode, useState } from 'react'
import { t } from '../lib/i18n.ts'
import { UnsavedContext } from '../lib/unsaved.ts'
import { discardMessages } from '../messages/discard.ts'
import { uiMessages } from '../messages/ui.ts'
import { Button } from './Button.tsx'
import { Icon } from './Icon.tsx'
import { PageLocale } from './PageLocale.tsx'
import { dialogRecipe } from './recipes/dialog.ts'

interface DialogProps {
  title: string
  open: boolean
  onClose: () => void
  children: ReactNode
  footer?: ReactNode
  /** `alertdialog` for a question that needs a decision. */
  role?: 'dialog' | 'alertdialog'
  /** The element to focus after closing, if the opener no longer exists. */
  finalFocus?: () => HTMLElement | null
  /** Called after the exit animation, when the focus is back. */
  onClosed?: () => void
  /** Whether Escape, a click outside and the close button ask before they lose typed text. */
  asksToDiscard?: boolean
}

/** A modal dialog named by its title. It pulls in a dialog library: load its users lazily. */
export function Dialog({
  title,
  open,
  onClose,
  children,
  footer,
  role = 'dialog',
  finalFocus,
  onClosed,
  asksToDiscard = false,
}: DialogProps) {
  const [isUnsaved, setUnsaved] = useState(false)
  const [isAsking, setAsking] = useState(false)
  const dismiss = () => (asksToDiscard && isUnsaved ? setAsking(true) : onClose())
  return (
    <PageLocale>
      <ChakraDialog.Root
        recipe={dialogRecipe}
        open={open}
        onOpenChange={(details) => !details.open && dismiss()}
        role={role}
        {...(finalFocus && { finalFocusEl: finalFocus })}
        {...(onClosed && { onExitComplete: onClosed })}
      >
        <Portal>
          <ChakraDialog.Backdrop />
          <ChakraDialog.Positioner>
            <ChakraDialog.Content>
              <ChakraDialog.Header>
                <ChakraDialog.Title>{title}</ChakraDialog.Title>
                <ChakraDialog.CloseTrigger asChild>
                  <Button variant="ghost" shape="icon" aria-label={t(uiMessages.close)}>
                    <Icon as={X} />
                  </Button>
                </ChakraDialog.CloseTrigger>
              </ChakraDialog.Header>
              <ChakraDialog.Body>
                <UnsavedContext value={setUnsaved}>{children}</UnsavedContext>
              </ChakraDialog.Body>
              {footer && <ChakraDialog.Footer>{footer}</ChakraDialog.Footer>}
            </ChakraDialog.Content>
          </ChakraDialog.Positioner>
        </Portal>
      </ChakraDialog.Root>
      {asksToDiscard && (
        <DiscardQuestion
          open={isAsking}
          onKeep={() => setAsking(false)}
          onDiscard={() => {
            setAsking(false)
            onClose()
          }}
        />
      )}
    </PageLocale>
  )
}

interface DiscardQuestionProps {
  open: boolean
  onKeep: () => void
  onDiscard: () => void
}

function DiscardQuestion({ open, onKeep, onDiscard }: DiscardQuestionProps) {
  return (
    <Dialog
      role="alertdialog"
      title={t(discardMessages.title)}
      open={open}
      onClose={onKeep}
      footer={
        <>
          <Button variant="outline" onClick={onKeep}>
            {t(discardMessages.keep)}
          </Button>
          <Button variant="danger" onClick={onDiscard}>
            {t(discardMessages.discard)}
          </Button>
        </>
      }
    >
      <chakra.p textStyle="body" color="muted">
        {t(discardMessages.about)}
      </chakra.p>
    </Dialog>
  )
}
