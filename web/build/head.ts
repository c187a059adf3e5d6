import { readFileSync } from 'node:fs'
import path from 'node:path'
import { type HtmlTagDescriptor, minifySync, type Plugin, type Rolldown } from 'vite'

const FONT = /figtree-latin-wght-normal.*\.woff2$/
/** The entry whose scripts a page prefetches. */
const PREFETCH_AFTER: Record<string, string> = { 'landing.html': 'sign-in', 'sign-in.html': 'app' }

const DESCRIPTION =
  'Good Vibes is a small, friendly place for the things that went right: a kind word, a good walk, a plan that worked out.'
const LIGHT = '#FFFAF3'
const DARK = '#16110D'
/** Shown before any script or style has loaded. */
const PAGE_BACKGROUND = `html{background:${LIGHT}}html.dark{background:${DARK}}`

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

/** Lazily loaded pages, by the first segment of their path. */
const LAZY_PAGES = {
  explore: 'pages/explore/ExplorePage.tsx',
  profile: 'pages/profile/ProfilePage.tsx',
  settings: 'pages/settings/SettingsPage.tsx',
}

/** An inline script that preloads the code of the requested lazy page. */
function pagePreloadScript(bundle: Rolldown.OutputBundle): HtmlTagDescriptor {
  const initial = new Set(scriptsOf('app', bundle))
  const chunks = Object.values(bundle).filter((file) => file.type === 'chunk')
  const scripts = Object.entries(LAZY_PAGES).map(([path, file]) => {
    const page = chunks.find(({ facadeModuleId }) => facadeModuleId?.endsWith(`/web/${file}`))
    return [
      path,
      page
        ? [page.fileName, ...page.imports]
            .filter((script) => !initial.has(script))
            .map((script) => `/${script}`)
        : [],
    ]
  })
  const preload = `for(const href of (${JSON.stringify(Object.fromEntries(scripts))})[location.pathname.split('/')[1]]??[])
    document.head.append(Object.assign(document.createElement('link'),{rel:'modulepreload',href}))`
  return { tag: 'script', children: preload.replace(/\n\s*/, ''), injectTo: 'head' }
}

/** The chunks of an entry and its transitive imports. */
function scriptsOf(entry: string, bundle: Rolldown.OutputBundle): string[] {
  const files = new Set<string>()
  const add = (file: string) => {
    const chunk = bundle[file]
    if (chunk?.type !== 'chunk' || files.has(file)) return
    // The bundler does not write an entry without code of its own.
    if (Object.values(chunk.modules).some(({ renderedLength }) => renderedLength > 0))
      files.add(file)
    chunk.imports.forEach(add)
  }
  for (const chunk of Object.values(bundle))
    if (chunk.type === 'chunk' && chunk.isEntry && chunk.name === entry) add(chunk.fileName)
  return [...files]
}

/** Adds what every head has: description, colour mode, icons, and the font's preload. */
export function head(): Plugin {
  return {
    name: 'head',
    transformIndexHtml: {
      order: 'post',
      handler(_html, { bundle = {}, filename }) {
        const page = path.basename(filename)
        const isBuilt = Object.keys(bundle).length > 0
        const font = Object.keys(bundle).find((file) => FONT.test(file))
        const next = PREFETCH_AFTER[page] ? scriptsOf(PREFETCH_AFTER[page], bundle) : []
        return [
          tag('meta', { name: 'description', content: DESCRIPTION }),
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
          ...(page === 'app.html' && isBuilt ? [pagePreloadScript(bundle)] : []),
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
      },
    },
  }
}
