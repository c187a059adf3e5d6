/** What the page shows one of at a time. */
export const card = () => document.getElementById('card') as HTMLElement

/** Shows what waits in a template, whose name the page then has. */
export function putInCard(id: string): void {
  const template = document.getElementById(id) as HTMLTemplateElement
  card().replaceChildren(template.content.cloneNode(true))
  document.title = `${template.dataset.title} · Good Vibes`
}

/** Shows what comes in place of a form that was sent. */
export function showDone(form: string): void {
  putInCard(`${form}-done`)
  focusTitle()
}

/** Whether mail is sent, which the server writes into the page. */
export function isMailSent(): boolean {
  return document.querySelector<HTMLMetaElement>('meta[name=mail]')?.content === 'on'
}

/** For when what had the focus is gone with its form. */
export function focusTitle(): void {
  card().querySelector('h1')?.focus()
}
