import { chakra, Flex } from '@chakra-ui/react'
import { type ReactNode, useRef } from 'react'
import { useLocation } from 'react-router-dom'
import {
  MAIN_ID,
  useDocumentTitle,
  useFocusAfterNavigation,
  useScrollPosition,
} from '../../lib/navigation.ts'
import { ColorModeButton } from '../../ui/ColorModeButton.tsx'
import { useViewer } from '../user/viewer.ts'
import { JoinBar } from './JoinBar.tsx'
import { SidePanel } from './SidePanel.tsx'

interface PageProps {
  /** The heading and the document title. */
  title: string
  /** Sticky content below the title. */
  head?: ReactNode
  /** The right column of a wide screen. */
  panel?: ReactNode
  /** Whether the main column also takes the place of the right one. */
  isWide?: boolean | undefined
  /** Whether visitors see the join bar. */
  joinBar?: boolean
  children: ReactNode
}

/** A page with a sticky head, a main column and the side panel. */
export function Page({
  title,
  head,
  panel = <SidePanel />,
  isWide,
  joinBar = true,
  children,
}: PageProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  const viewer = useViewer()
  const { key } = useLocation()
  useDocumentTitle(title)
  useFocusAfterNavigation(heading)
  return (
    <PageColumns panel={panel} isWide={isWide}>
      <ScrollPosition key={key} />
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

/** React removes it before it changes the content after it, so that the old position is saved. */
export function ScrollPosition() {
  useScrollPosition()
  return null
}

/** The main column and the side panel, whose column exists without it, so that nothing moves. */
export function PageColumns({
  panel,
  isWide = false,
  children,
}: Pick<PageProps, 'panel' | 'isWide' | 'children'>) {
  return (
    <>
      <chakra.main
        id={MAIN_ID}
        tabIndex={-1}
        outline="none"
        flex="1"
        minW="0"
        maxW={{ base: 'full', md: 'mainWide', xl: isWide ? 'mainAndPanel' : 'main' }}
        display="flex"
        flexDirection="column"
        gap="3"
        px={{ base: '4', xl: '0' }}
        pb={{ base: 'calc({sizes.bar} + {sizes.bar} + {spacing.12})', md: '16' }}
      >
        {children}
      </chakra.main>
      {!isWide && <PanelColumn>{panel}</PanelColumn>}
    </>
  )
}

const PanelColumn = chakra('div', {
  base: {
    display: { base: 'none', xl: 'block' },
    position: 'sticky',
    top: '0',
    maxH: '100dvh',
    overflowY: 'auto',
    alignSelf: 'flex-start',
    w: 'panel',
    flexShrink: '0',
    ps: '6',
    pe: '4',
    py: '3',
  },
})
