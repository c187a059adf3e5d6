import { readFileSync } from 'node:fs'
import path from 'node:path'
import { type HtmlTagDescriptor, minifySync, type Plugin } from 'vite'

const COLOR_MODE = path.join(import.meta.dirname, 'color-mode.js')
const FONT = /figtree-latin-wght-normal.*\.woff2$/

const link = (attrs: Record<string, string>): HtmlTagDescriptor => ({ tag: 'link', attrs, injectTo: 'head' })
const themeColor = (mode: string, content: string): HtmlTagDescriptor => ({
  tag: 'meta',
  attrs: { name: 'theme-color', content, media: `(prefers-color-scheme: ${mode})` },
  injectTo: 'head',
})

/** What every page's head has in common: the colour mode before the first paint, icons, and the font ahead of the styles that ask for it. */
export function head(): Plugin {
  return {
    name: 'head',
    transformIndexHtml: {
      order: 'post',
      handler(_html, { bundle }) {
        const font = Object.keys(bundle ?? {}).find((file) => FONT.test(file))
        return [
          { tag: 'script', children: minifySync(COLOR_MODE, readFileSync(COLOR_MODE, 'utf8')).code.trim(), injectTo: 'head' },
          themeColor('light', '#FFFAF3'),
          themeColor('dark', '#16110D'),
          link({ rel: 'icon', href: '/favicon.ico', sizes: '32x32' }),
          link({ rel: 'icon', href: '/favicon.svg', type: 'image/svg+xml' }),
          link({ rel: 'apple-touch-icon', href: '/apple-touch-icon.png' }),
          link({ rel: 'manifest', href: '/manifest.webmanifest' }),
          ...(font ? [link({ rel: 'preload', href: `/${font}`, as: 'font', type: 'font/woff2', crossorigin: '' })] : []),
        ]
      },
    },
  }
}
