import { readFileSync } from 'node:fs'
import path from 'node:path'
import { type HtmlTagDescriptor, minifySync, type Plugin, type Rolldown } from 'vite'
import { locale } from '../lib/i18n.ts'
import { FONTS } from '../ui/fonts.ts'

const FONT = /figtree-latin-wght-normal.*\.woff2$/
/** The entry whose scripts a page prefetches. */
const PREFETCH_AFTER: Record<string, string> = { 'landing.html': 'sign-in', 'sign-in.html': 'app' }

const LIGHT = '#FFFAF3'
const DARK = '#16110D'
const LIGHT_INK = '#2A211A'
const DARK_INK = '#F7EEE5'
/** Shown before any script or style has loaded. */
const PAGE_BACKGROUND = `html{background:${LIGHT}}html.dark{background:${DARK}}`

/** The page of web/ui/FailedStart.tsx, which must not need the client's styles. */
const FAILED_START = `.failed-start{display:grid;place-content:center;justify-items:center;gap:1rem;position:fixed;inset:0;padding:1.5rem;text-align:center;font:1.125rem/1.5 ${FONTS};color:${LIGHT_INK}}.dark .failed-start{color:${DARK_INK}}.failed-start button{font:inherit;padding:.75rem 1.5rem}`

const tag = (name: string, attrs: Record<string, string>): HtmlTagDescriptor => ({
  tag: name,
  attrs,
  injectTo: 'head',
})
const linkTag = (attrs: Record<string, string>) => tag('link', attrs)
const themeColor = (mode: string, content: string) =>
  tag('meta', { name: 'theme-color', content, media: `(prefers-color-scheme: ${mode})` })

function inline(file: string): HtmlTagDescriptor {
  const source = path.join(import.meta.dirname, file)
  return {
    tag: 'script',
    children: minifySync(source, readFileSync(source, 'utf8')).code.trim(),
    injectTo: 'head',
  }
}

/** The chunks of an entry and its transitive imports. */
export function scriptsOf(entry: string, bundle: Rolldown.OutputBundle): string[] {
  const chunks = Object.values(bundle).filter((file) => file.type === 'chunk')
  const entries = chunks.filter(({ isEntry, name }) => isEntry && name === entry)
  return entries.flatMap(({ fileName }) => withImports(fileName, bundle))
}

/** A chunk and its transitive imports. */
export function withImports(chunk: string, bundle: Rolldown.OutputBundle): string[] {
  const files = new Set<string>()
  const seen = new Set<string>()
  const add = (file: string) => {
    const chunk = bundle[file]
    if (chunk?.type !== 'chunk' || seen.has(file)) return
    seen.add(file)
    // The bundler does not write an entry without code of its own.
    if (Object.values(chunk.modules).some(({ renderedLength }) => renderedLength > 0))
      files.add(file)
    chunk.imports.forEach(add)
  }
  add(chunk)
  return [...files]
}

/** Adds what every page has: the language, colour mode, icons, and the font's preload. */
export function head(): Plugin {
  return {
    name: 'head',
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle = {}, filename }) {
        const page = path.basename(filename)
        const font = Object.keys(bundle).find((file) => FONT.test(file))
        const next = PREFETCH_AFTER[page] ? scriptsOf(PREFETCH_AFTER[page], bundle) : []
        const tags: HtmlTagDescriptor[] = [
          { tag: 'style', children: PAGE_BACKGROUND, injectTo: 'head' },
          themeColor('light', LIGHT),
          themeColor('dark', DARK),
          inline('color-mode.js'),
          ...(page === 'landing.html'
            ? [
                inline('hide-landing.js'),
                { tag: 'style', children: '[data-hide-landing] body{visibility:hidden}' },
              ]
            : []),
          ...(page === 'app.html' || page === 'landing.html'
            ? [inline('failed-start.js'), { tag: 'style', children: FAILED_START }]
            : []),
          linkTag({ rel: 'icon', href: '/favicon.ico', sizes: '32x32' }),
          linkTag({ rel: 'icon', href: '/favicon.svg', type: 'image/svg+xml' }),
          linkTag({ rel: 'apple-touch-icon', href: '/apple-touch-icon.png' }),
          linkTag({ rel: 'manifest', href: '/manifest.webmanifest' }),
          ...(font
            ? [
                linkTag({
                  rel: 'preload',
                  href: `/${font}`,
                  as: 'font',
                  type: 'font/woff2',
                  crossorigin: '',
                }),
              ]
            : []),
          ...next.map((file) =>
            linkTag({ rel: 'prefetch', href: `/${file}`, as: 'script', crossorigin: '' }),
          ),
        ]
        return { html: html.replace('%locale%', locale), tags }
      },
    },
  }
}
