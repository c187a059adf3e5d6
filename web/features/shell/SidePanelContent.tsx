import { chakra, Stack } from '@chakra-ui/react'
import { t } from '../../lib/i18n.ts'
import { panelMessages } from '../../messages/panel.ts'
import { Card } from '../../ui/Card.tsx'
import { Muted } from '../../ui/Muted.tsx'
import { PanelSearch } from '../search/PanelSearch.tsx'
import { PanelLandmark } from './PanelLandmark.tsx'

const steps = [
  { title: panelMessages.share, text: panelMessages.shareText },
  { title: panelMessages.like, text: panelMessages.likeText },
  { title: panelMessages.profile, text: panelMessages.profileText },
]

export interface SidePanelProps {
  /** Whether a search box is on top. */
  hasSearch?: boolean
}

/** A welcome, first steps and a quote. */
export default function SidePanelContent({ hasSearch = false }: SidePanelProps) {
  return (
    <PanelLandmark>
      {hasSearch && <PanelSearch />}
      <Card>
        <Heading>{t(panelMessages.welcome)}</Heading>
        <Muted mt="2">{t(panelMessages.welcomeText)}</Muted>
      </Card>
      <Card>
        <Heading>{t(panelMessages.steps)}</Heading>
        <Stack as="ol" gap="4" mt="3">
          {steps.map(({ title, text }, index) => (
            <chakra.li key={title.id} display="flex" gap="3">
              <chakra.span
                flexShrink="0"
                boxSize="8"
                display="flex"
                alignItems="center"
                justifyContent="center"
                borderRadius="full"
                bg="accentSubtle"
                color="accentText"
                textStyle="name"
                aria-hidden
              >
                {index + 1}
              </chakra.span>
              <span>
                <chakra.span display="block" textStyle="name">
                  {t(title)}
                </chakra.span>
                <chakra.span display="block" textStyle="meta" color="muted">
                  {t(text)}
                </chakra.span>
              </span>
            </chakra.li>
          ))}
        </Stack>
      </Card>
      <Card asChild>
        <figure>
          <chakra.blockquote textStyle="post">{t(panelMessages.quote)}</chakra.blockquote>
          <chakra.figcaption textStyle="meta" color="muted" mt="2">
            {t(panelMessages.quoteAuthor)}
          </chakra.figcaption>
        </figure>
      </Card>
    </PanelLandmark>
  )
}

const Heading = chakra('h2', { base: { textStyle: 'name', fontSize: 'md' } })
