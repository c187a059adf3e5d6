import { expect, type Page } from '@playwright/test'
import axe, { type NodeResult, type RunOptions } from 'axe-core'

declare global {
  interface Window {
    axe: typeof axe
  }
}

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/** The rules whose result depends on colours. */
const colorRules: RunOptions = {
  resultTypes: ['violations'],
  runOnly: { type: 'rule', values: ['color-contrast', 'link-in-text-block'] },
}
const allRules: RunOptions = {
  resultTypes: ['violations'],
  runOnly: { type: 'tag', values: TAGS },
  // It is the one rule of WCAG 2.2 that axe leaves off.
  rules: { 'target-size': { enabled: true } },
}

/** Runs axe on the page as it is: all rules in light mode, those about colours in dark mode. */
export async function expectAccessible(page: Page): Promise<void> {
  for (const [colorScheme, rules] of [
    ['dark', colorRules],
    ['light', allRules],
  ] as const) {
    await page.emulateMedia({ colorScheme })
    await expect(page.locator('html')).toHaveCSS('color-scheme', new RegExp(colorScheme))
    await page.evaluate(finishAnimations)
    const found: [rule: string, elements: string][] = []
    for (const { id, nodes } of await violations(page, rules))
      for (const node of nodes) if (!(await isUnderBar(page, node))) found.push([id, node.html])
    expect(found, colorScheme).toEqual([])
  }
  expect(await page.evaluate(smallText), 'the root, and fields that iOS would zoom to').toEqual([])
}

/** The root if its size is not the reader's, and text fields below 17 px of the usual 16. */
function smallText(): string[] {
  const field = 'input:not([type=checkbox], [type=radio], [type=file], [hidden]), textarea, select'
  const root = document.documentElement
  const sizeOf = (element: Element) => Number.parseFloat(getComputedStyle(element).fontSize)
  const describe = (element: Element) =>
    `${element.outerHTML.slice(0, 100)} ${sizeOf(element)} px, root ${sizeOf(root)} px`
  const problems = sizeOf(root) === 16 ? [] : [describe(root)]
  // The second one is what a reader may have chosen.
  for (const size of [16, 20]) {
    root.style.fontSize = `${size}px`
    const small = [...document.querySelectorAll(field)].filter(
      (element) => sizeOf(element) < (17 / 16) * size,
    )
    problems.push(...small.map(describe))
  }
  root.style.removeProperty('font-size')
  return problems
}

/** Loads axe at its first run in a page, because that takes longer than most runs. */
async function violations(page: Page, rules: RunOptions) {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source)
  const results = await page.evaluate((options) => window.axe.run(options), rules)
  return results.violations
}

/** The end of an animation can start another: colours that are inherited follow one by one. */
async function finishAnimations() {
  const running = () => document.getAnimations().filter(({ playState }) => playState !== 'finished')
  for (let animations = running(); animations.length > 0; animations = running())
    await Promise.all(animations.map(({ finished }) => finished.catch(() => {})))
}

/** A bar that stays in place covers parts of what scrolls under it, until it is scrolled on. */
async function isUnderBar(page: Page, { any }: NodeResult): Promise<boolean> {
  const covering = any
    .filter(({ id, data }) => id === 'target-size' && data?.messageKey === 'partiallyObscured')
    .flatMap(({ relatedNodes = [] }) => relatedNodes.map(({ target }) => String(target[0])))
  const stays = (selector: string) =>
    page.locator(selector).evaluate((element) => {
      for (let part: Element | null = element; part; part = part.parentElement)
        if (['fixed', 'sticky'].includes(getComputedStyle(part).position)) return true
      return false
    })
  const inBars = await Promise.all(covering.map(stays))
  return inBars.length > 0 && inBars.every(Boolean)
}
