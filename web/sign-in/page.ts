/** What the page shows one of at a time. */
export const card = () => document.getElementById('card') as HTMLElement

/** Shows what waits in a template. */
export function putInCard(template: string): void {
  card().replaceChildren((document.getElementById(template) as HTMLTemplateElement).content.cloneNode(true))
}

/** Whether mail is sent, which the server writes into the page. */
export function isMailSent(): boolean {
  return document.querySelector<HTMLMetaElement>('meta[name=mail]')?.content === 'on'
}

interface Told {
  title: string
  text: string
  link: string
  to: string
}

/** Shows how something ended, in place of its form. */
export function tell({ title, text, link, to }: Told): void {
  putInCard('told')
  const [heading, words, anchor] = ['h1', 'p', 'a'].map((name) => card().querySelector(name))
  if (!heading || !words || !anchor) return
  heading.textContent = title
  words.textContent = text
  anchor.textContent = link
  anchor.setAttribute('href', to)
  document.title = `${title} · Good Vibes`
  ;(heading as HTMLElement).focus()
}
