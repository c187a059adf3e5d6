import { expect, test } from 'vitest'
import { type Block, type Inline, parseMarkdown } from './markdown.ts'

/** Blocks as short HTML, to compare. */
const toHtml = (markdown: string) => parseMarkdown(markdown).map(blockHtml).join('')

function blockHtml(block: Block): string {
  if (block.kind !== 'list') {
    const tag = { paragraph: 'p', heading: 'h3', quote: 'blockquote' }[block.kind]
    return `<${tag}>${block.children.map(inlineHtml).join('')}</${tag}>`
  }
  const tag = block.isOrdered ? 'ol' : 'ul'
  const items = block.items.map((item) => `<li>${item.map(inlineHtml).join('')}</li>`)
  return `<${tag}>${items.join('')}</${tag}>`
}

function inlineHtml(inline: Inline): string {
  if (typeof inline === 'string') return inline
  const text = inline.children.map(inlineHtml).join('')
  return inline.kind === 'link'
    ? `<a ${inline.href}>${text}</a>`
    : `<${inline.kind}>${text}</${inline.kind}>`
}

test.each([
  ['One\ntwo\n\nthree', '<p>One two</p><p>three</p>'],
  ['### More\nText', '<h3>More</h3><p>Text</p>'],
  [
    'Intro:\n- one\n  more\n- two\n1. three',
    '<p>Intro:</p><ul><li>one more</li><li>two</li></ul><ol><li>three</li></ol>',
  ],
  ['> Said\nso', '<blockquote>Said so</blockquote>'],
  [
    '**no** *hate* _or_ `x*y*`',
    '<p><strong>no</strong> <em>hate</em> <em>or</em> <code>x*y*</code></p>',
  ],
  ['**very *loud* text**', '<p><strong>very <em>loud</em> text</strong></p>'],
  ['snake_case_name, 2 * 3 * 4, \\*kept\\*', '<p>snake_case_name, 2 * 3 * 4, *kept*</p>'],
  [
    '[Help](https://a.example/x) or https://b.example/y.',
    '<p><a https://a.example/x>Help</a> or <a https://b.example/y>https://b.example/y</a>.</p>',
  ],
  [
    '<https://a.example> [Mail](mailto:a@b.example) [Rules](/rules#x)',
    '<p><a https://a.example>https://a.example</a> <a mailto:a@b.example>Mail</a> <a /rules#x>Rules</a></p>',
  ],
  ['\r\nA\r\n', '<p>A</p>'],
  ['', ''],
])('%j', (markdown, html) => {
  expect(toHtml(markdown)).toBe(html)
})

test.each([
  '[x](javascript:alert(1))',
  '[x](data:text/html,x)',
  '[x](//evil.example)',
  '[x](/\\evil.example)',
  '<img src=x onerror=alert(1)>',
])('attack 41: %s stays text', (markdown) => {
  const [block] = parseMarkdown(markdown)
  expect(JSON.stringify(block)).not.toContain('"link"')
  expect(toHtml(markdown)).toBe(`<p>${markdown}</p>`)
})
