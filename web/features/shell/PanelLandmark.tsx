import { Stack } from '@chakra-ui/react'
import type { ReactNode } from 'react'
import { t } from '../../lib/i18n.ts'
import { shellMessages } from '../../messages/shell.ts'

/** The side panel as a landmark. Only content renders it, so that it is never empty. */
export const PanelLandmark = ({ children }: { children: ReactNode }) => (
  <Stack as="aside" gap="4" aria-label={t(shellMessages.panel)}>
    {children}
  </Stack>
)
