import { chakra, Flex } from '@chakra-ui/react'
import { type ComponentProps, type ReactElement, type ReactNode, useId } from 'react'
import { Card } from '../../ui/Card.tsx'

interface PostFrameProps
  extends Pick<ComponentProps<'article'>, 'aria-posinset' | 'aria-setsize' | 'tabIndex'> {
  avatar: ReactElement
  /** The author's name, usually as a link. */
  name: ReactElement
  username: string
  /** Beside the name. */
  badge?: ReactNode
  time?: ReactNode
  menu?: ReactNode
  /** Above the author: why the post is in the list. */
  note?: ReactNode
  /** Text and media. */
  children: ReactNode
  /** The bottom row. */
  actions: ReactNode
  /** Dims the post and makes it inert. */
  isPending?: boolean
  'data-testid'?: string
}

/** The layout of a post, also for the samples of the landing page. */
export function PostFrame({
  avatar,
  name,
  username,
  badge,
  time,
  menu,
  note,
  children,
  actions,
  isPending = false,
  ...props
}: PostFrameProps) {
  const nameId = useId()
  return (
    // Limits layout and paint to the post that changes.
    <Card asChild contain="content" opacity={isPending ? '0.6' : undefined}>
      <article
        aria-labelledby={nameId}
        aria-busy={isPending || undefined}
        inert={isPending}
        {...props}
      >
        {note}
        {/* The name's link covers the avatar too: one target, one tab stop. */}
        <Flex gap="3" position="relative">
          {avatar}
          <chakra.div flex="1" minW="0">
            <chakra.p textStyle="name">
              <bdi id={nameId}>{name}</bdi>
              {badge}
            </chakra.p>
            <chakra.p display="flex" alignItems="center" gap="1" textStyle="meta" color="muted">
              <chakra.span truncate>
                <bdi>@{username}</bdi>
              </chakra.span>
              {time && <span aria-hidden>·</span>}
              <chakra.span position="relative" flexShrink="0">
                {time}
              </chakra.span>
            </chakra.p>
          </chakra.div>
          {menu}
        </Flex>
        {children}
        <Flex gap="4" align="center" mt="2" mb="-2">
          {actions}
        </Flex>
      </article>
    </Card>
  )
}
