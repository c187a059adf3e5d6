import { chakra } from '@chakra-ui/react'
import type { ReactNode } from 'react'
import { isWebLink } from '#rules/links.ts'
import { type Block, type Inline, parseMarkdown } from '../../lib/markdown.ts'
import { TextLink } from '../../ui/TextLink.tsx'

/** Text that an operator wrote in Markdown. */
export function Markdown({ children }: { children: string }) {
  return <Text dir="auto">{parseMarkdown(children).map(renderBlock)}</Text>
}

const Text = chakra('div', {
  base: {
    textStyle: 'body',
    overflowWrap: 'anywhere',
    '& > * + *': { mt: '2' },
    '& :is(ul, ol)': { ps: '5' },
    '& ul': { listStyleType: 'disc' },
    '& ol': { listStyleType: 'decimal' },
    '& h3': { textStyle: 'name' },
    '& blockquote': { ps: '3', borderStartWidth: '2px', color: 'muted' },
    '& code': { fontFamily: 'monospace' },
    '& strong': { fontWeight: 'semibold' },
    '& em': { fontStyle: 'italic' },
  },
})

const tags = { paragraph: 'p', heading: 'h3', quote: 'blockquote' } as const

function renderBlock(block: Block, position: number): ReactNode {
  if (block.kind === 'list') {
    const List = block.isOrdered ? 'ol' : 'ul'
    return (
      <List key={position}>
        {block.items.map((item) => (
          <li key={JSON.stringify(item)}>{item.map(renderInline)}</li>
        ))}
      </List>
    )
  }
  const Tag = tags[block.kind]
  return <Tag key={position}>{block.children.map(renderInline)}</Tag>
}

function renderInline(inline: Inline, position: number): ReactNode {
  if (typeof inline === 'string') return inline
  const children = inline.children.map(renderInline)
  if (inline.kind !== 'link') {
    const Tag = inline.kind
    return <Tag key={position}>{children}</Tag>
  }
  const { href } = inline
  return (
    <TextLink key={position} href={href} {...(isWebLink(href) && { rel: 'noopener noreferrer' })}>
      {children}
    </TextLink>
  )
}
