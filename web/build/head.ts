import { readFileSync } from 'node:fs'
import path from 'node:path'
import { type HtmlTagDescriptor, minifySync, type Plugin, type Rolldown } from 'vite'

const FONT = /figtree-latin-wght-normal.*\.woff2$/
/** What will be wanted next, fetched when a page has all that it needs itself: whose scripts, by the page's file. */
const NEXT: Record<string, string> = { 'landing.html': 'sign-in', 'sign-in.html': 'app' }

const DESCRIPTION =
  'Good Vibes is a small, friendly place for the things that went right: a kind word, a good walk, a plan that worked out.'
const LIGHT = '#FFFAF3'
const DARK = '#16110D'
/** The page's own colour, before the script that paints all else. */
const GROUND = `html{background:${LIGHT}}html.dark{background:${DARK}}`

const tag = (name: string, attrs: Record<string, string>): HtmlTagDescriptor => ({
  tag: name,
  attrs,
  injectTo: 'head',
})
const link = (attrs: Record<string, string>) => tag('link', attrs)
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

/** Of the client's pages whose scripts are loaded when they are shown, by the first part of their path. */
const PAGES = {
  explore: 'pages/explore/ExplorePage.tsx',
  profile: 'pages/profile/ProfilePage.tsx',
  settings: 'pages/settings/SettingsPage.tsx',
}

/** Begins to fetch the scripts of the page that the address is of, beside those that every page begins with. */
function pageScripts(bundle: Rolldown.OutputBundle): HtmlTagDescriptor {
  const first = new Set(scriptsOf('app', bundle))
  const chunks = Object.values(bundle).filter((file) => file.type === 'chunk')
  const scripts = Object.entries(PAGES).map(([path, file]) => {
    const page = chunks.find(({ facadeModuleId }) => facadeModuleId?.endsWith(`/web/${file}`))
    return [
      path,
      page
        ? [page.fileName, ...page.imports]
            .filter((each) => !first.has(each))
            .map((each) => `/${each}`)
        : [],
    ]
  })
  const preload = `for(const href of (${JSON.stringify(Object.fromEntries(scripts))})[location.pathname.split('/')[1]]??[])
    document.head.append(Object.assign(document.createElement('link'),{rel:'modulepreload',href}))`
  return { tag: 'script', children: preload.replace(/\n\s*/, ''), injectTo: 'head' }
}

/** The scripts of an entry and all that it imports. */
function scriptsOf(entry: string, bundle: Rolldown.OutputBundle): string[] {
  const files = new Set<string>()
  const add = (file: string) => {
    const chunk = bundle[file]
    if (chunk?.type !== 'chunk' || files.has(file)) return
    // An entry without code of its own is not written; the page has what it imports.
    if (Object.values(chunk.modules).some(({ renderedLength }) => renderedLength > 0))
      files.add(file)
    chunk.imports.forEach(add)
  }
  for (const chunk of Object.values(bundle))
    if (chunk.type === 'chunk' && chunk.isEntry && chunk.name === entry) add(chunk.fileName)
  return [...files]
}

/** What every page's head has in common: the colour mode before the first paint, icons, and the font ahead of the styles that ask for it. */
export function head(): Plugin {
  return {
    name: 'head',
    transformIndexHtml: {
      order: 'post',
      handler(_html, { bundle = {}, filename }) {
        const page = path.basename(filename)
        const isBuilt = Object.keys(bundle).length > 0
        const font = Object.keys(bundle).find((file) => FONT.test(file))
        const next = NEXT[page] ? scriptsOf(NEXT[page], bundle) : []
        return [
          tag('meta', { name: 'description', content: DESCRIPTION }),
          { tag: 'style', children: GROUND, injectTo: 'head' },
          themeColor('light', LIGHT),
          themeColor('dark', DARK),
          inline('color-mode.js'),
          ...(page === 'landing.html'
            ? [
                inline('entering.js'),
                { tag: 'style', children: '[data-entering] body{visibility:hidden}' },
              ]
            : []),
          ...(page === 'app.html' && isBuilt ? [pageScripts(bundle)] : []),
          link({ rel: 'icon', href: '/favicon.ico', sizes: '32x32' }),
          link({ rel: 'icon', href: '/favicon.svg', type: 'image/svg+xml' }),
          link({ rel: 'apple-touch-icon', href: '/apple-touch-icon.png' }),
          link({ rel: 'manifest', href: '/manifest.webmanifest' }),
          ...(font
            ? [
                link({
                  rel: 'preload',
                  href: `/${font}`,
                  as: 'font',
                  type: 'font/woff2',
                  crossorigin: '',
                }),
              ]
            : []),
          ...next.map((file) =>
            link({ rel: 'prefetch', href: `/${file}`, as: 'script', crossorigin: '' }),
          ),
        ]
      },
    },
  }
}
