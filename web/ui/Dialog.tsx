import { Dialog as ChakraDialog, Portal } from '@chakra-ui/react'
import X from 'lucide-react/icons/x'
import type { ReactNode } from 'react'
import { isOfComposition } from '../lib/composition.ts'
import { t } from '../lib/i18n.ts'
import { uiMessages } from '../messages/ui.ts'
import { Button } from './Button.tsx'
import { Icon } from './Icon.tsx'
import { PageLocale } from './PageLocale.tsx'
import { dialogRecipe } from './recipes/dialog.ts'

interface DialogProps {
  title: string
  open: boolean
  onClose: () => void
  children?: ReactNode
  /** One element, with what a screen reader says after the title. */
  description?: ReactNode
  footer?: ReactNode
  /** `alertdialog` for a question that needs a decision. */
  role?: 'dialog' | 'alertdialog'
  /** Id of the button to focus after closing, if the opener no longer exists. */
  buttonId?: string
  /** Called after the exit animation, when the focus is back. */
  onClosed?: () => void
}

/** The props of a dialog that an entry of a menu opens. */
export type OpenedDialog = Required<Pick<DialogProps, 'buttonId' | 'open' | 'onClose'>>

/** A modal dialog named by its title. It pulls in a dialog library: load its users lazily. */
export function Dialog({
  title,
  open,
  onClose,
  children,
  description,
  footer,
  role = 'dialog',
  buttonId,
  onClosed,
}: DialogProps) {
  return (
    <PageLocale>
      <ChakraDialog.Root
        recipe={dialogRecipe}
        open={open}
        onOpenChange={(details) => !details.open && onClose()}
        role={role}
        onEscapeKeyDown={(event) => isOfComposition(event) && event.preventDefault()}
        {...(buttonId && { finalFocusEl: () => document.getElementById(buttonId) })}
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
                {description && (
                  <ChakraDialog.Description asChild>{description}</ChakraDialog.Description>
                )}
                {children}
              </ChakraDialog.Body>
              {footer && <ChakraDialog.Footer>{footer}</ChakraDialog.Footer>}
            </ChakraDialog.Content>
          </ChakraDialog.Positioner>
        </Portal>
      </ChakraDialog.Root>
    </PageLocale>
  )
}
