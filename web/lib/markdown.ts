import { isWebLink } from '#rules/links.ts'

export type Inline =
  | string
  | { kind: 'strong' | 'em' | 'code'; children: Inline[] }
  | { kind: 'link'; href: string; children: Inline[] }

export type Block =
  | { kind: 'paragraph' | 'heading' | 'quote'; children: Inline[] }
  | { kind: 'list'; isOrdered: boolean; items: Inline[][] }

const LIST_ITEM = /^ {0,3}(?:[-*+]|(\d{1,9})[.)])[ \t]+(.*)$/
const HEADING = /^ {0,3}#{1,6}[ \t]+(.+?)[ \t#]*$/
const QUOTE = /^ {0,3}>[ \t]?(.*)$/

/**
 * The Markdown that rules are written in: paragraphs, headings, lists, quotes, emphasis, code and
 * links. Everything else, HTML included, is plain text.
 */
export function parseMarkdown(markdown: string): Block[] {
  const blocks: OpenBlock[] = []
  let isContinued = false
  for (const line of markdown.replaceAll('\r\n', '\n').split('\n')) {
    const last = blocks.at(-1)
    if (line.trim() === '') isContinued = false
    else if (!(isContinued && last && continueBlock(last, line))) {
      blocks.push(openBlock(line))
      isContinued = !HEADING.test(line)
    }
  }
  return blocks.map(closeBlock)
}

/** A block with the lines that it has so far. */
type OpenBlock =
  | { kind: 'paragraph' | 'heading' | 'quote'; lines: string[] }
  | { kind: 'list'; isOrdered: boolean; items: string[][] }

function openBlock(line: string): OpenBlock {
  const item = LIST_ITEM.exec(line)
  if (item) return { kind: 'list', isOrdered: item[1] !== undefined, items: [[item[2] ?? '']] }
  const heading = HEADING.exec(line)?.[1]
  if (heading !== undefined) return { kind: 'heading', lines: [heading] }
  const quote = QUOTE.exec(line)?.[1]
  if (quote !== undefined) return { kind: 'quote', lines: [quote] }
  return { kind: 'paragraph', lines: [line.trim()] }
}

/** Adds a line to a block. @returns false if it belongs to a new one */
function continueBlock(block: OpenBlock, line: string): boolean {
  const next = openBlock(line)
  if (block.kind === 'list') {
    if (next.kind === 'list' && next.isOrdered === block.isOrdered) block.items.push(...next.items)
    else if (next.kind === 'paragraph') block.items.at(-1)?.push(...next.lines)
    else return false
    return true
  }
  if (next.kind !== block.kind && !(block.kind === 'quote' && next.kind === 'paragraph'))
    return false
  block.lines.push(...(next as { lines: string[] }).lines)
  return true
}

function closeBlock(block: OpenBlock): Block {
  if (block.kind === 'list')
    return { ...block, items: block.items.map((lines) => parseInline(lines.join(' '))) }
  return { kind: block.kind, children: parseInline(block.lines.join(' ')) }
}

const INLINE = new RegExp(
  [
    /\\(?<escaped>[\\`*_[\]()#+\-.!<>])/u,
    /(?<ticks>`+)(?<code>[^`]+)\k<ticks>/u,
    /\*\*(?=\S)(?<strong>.+?)(?<=\S)\*\*/u,
    /\*(?=\S)(?<starred>[^*]+)(?<=\S)\*/u,
    /(?<![\p{L}\p{N}])_(?=\S)(?<em>[^_]+)(?<=\S)_(?![\p{L}\p{N}])/u,
    /\[(?<text>[^\]]+)\]\((?<href>[^)\s]+)\)/u,
    /<?(?<url>https?:\/\/[^\s<>]*[^\s<>.,;:!?)"'’”])>?/u,
  ]
    .map(({ source }) => source)
    .join('|'),
  'gu',
)

function parseInline(text: string): Inline[] {
  const parts: Inline[] = []
  let end = 0
  for (const match of text.matchAll(INLINE)) {
    parts.push(text.slice(end, match.index), toInline(match[0], match.groups ?? {}))
    end = match.index + match[0].length
  }
  parts.push(text.slice(end))
  return parts.filter((part) => part !== '')
}

function toInline(source: string, found: Record<string, string | undefined>): Inline {
  const { escaped, code, strong, starred, em, text, href, url } = found
  if (escaped !== undefined) return escaped
  if (code !== undefined) return { kind: 'code', children: [code] }
  if (strong !== undefined) return { kind: 'strong', children: parseInline(strong) }
  const emphasized = starred ?? em
  if (emphasized !== undefined) return { kind: 'em', children: parseInline(emphasized) }
  const target = href ?? url ?? ''
  if (!isSafe(target)) return source
  return { kind: 'link', href: target, children: text === undefined ? [target] : parseInline(text) }
}

/** A page here, another site or an email address, but no script. */
const isSafe = (href: string) =>
  /^(?:[#/](?![/\\])|mailto:[^\s@]+@[^\s@]+$)/.test(href) || isWebLink(href)
