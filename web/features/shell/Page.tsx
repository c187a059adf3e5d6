import { chakra, Flex } from '@chakra-ui/react'
import { type ReactNode, useRef } from 'react'
import {
  MAIN_ID,
  useDocumentTitle,
  useFocusAfterNavigation,
  useScrollPosition,
} from '../../lib/navigation.ts'
import { ColorModeButton } from '../../ui/ColorModeButton.tsx'
import { useViewer } from '../user/viewer.ts'
import { JoinBar } from './JoinBar.tsx'

interface PageProps {
  /** The heading and the document title. */
  title: string
  /** Sticky content below the title. */
  head?: ReactNode
  /** The right column of a wide screen. */
  panel?: ReactNode
  /** Whether visitors see the join bar. */
  joinBar?: boolean
  children: ReactNode
}

/** A page with a sticky head, a main column and an optional side panel. */
export function Page({ title, head, panel, joinBar = true, children }: PageProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  const viewer = useViewer()
  useDocumentTitle(title)
  useScrollPosition()
  useFocusAfterNavigation(heading)
  return (
    <PageColumns panel={panel}>
      <chakra.div
        position="sticky"
        top="0"
        zIndex="bar"
        mx={{ base: '-4', md: '-1' }}
        px={{ base: '4', md: '1' }}
        py="3"
        bg="bg/90"
        backdropFilter="blur(8px)"
      >
        <Flex align="center" justify="space-between" minH="8">
          <chakra.h1 ref={heading} tabIndex={-1} textStyle="title" overflowWrap="anywhere">
            {title}
          </chakra.h1>
          <chakra.span display={{ md: 'none' }} my="-2" me="-3">
            <ColorModeButton />
          </chakra.span>
        </Flex>
        {head}
      </chakra.div>
      {joinBar && viewer === null && <JoinBar />}
      {children}
    </PageColumns>
  )
}

/** The main column and the side panel. */
export function PageColumns({ panel, children }: { panel?: ReactNode; children: ReactNode }) {
  return (
    <>
      <chakra.main
        id={MAIN_ID}
        tabIndex={-1}
        outline="none"
        flex="1"
        minW="0"
        maxW={{ base: 'full', md: 'mainWide', xl: 'main' }}
        display="flex"
        flexDirection="column"
        gap="3"
        px={{ base: '4', xl: '0' }}
        pb={{ base: 'calc({sizes.bar} + {sizes.bar} + {spacing.12})', md: '16' }}
      >
        {children}
      </chakra.main>
      <chakra.aside
        display={{ base: 'none', xl: 'flex' }}
        flexDirection="column"
        gap="4"
        position="sticky"
        top="0"
        maxH="100dvh"
        overflowY="auto"
        alignSelf="flex-start"
        w="panel"
        flexShrink="0"
        ps="6"
        pe="4"
        py="3"
        aria-label="About Good Vibes"
      >
        {panel}
      </chakra.aside>
    </>
  )
}
