/** The container that shows one form or message at a time. */
export const card = () => document.getElementById('card') as HTMLElement

/** Shows a template's content in the card and sets the document title. */
export function showTemplate(id: string): void {
  const template = document.getElementById(id) as HTMLTemplateElement
  card().replaceChildren(template.content.cloneNode(true))
  document.title = `${template.dataset.title} · Good Vibes`
}

/** Replaces a form with its success message. */
export function showSuccess(form: string): void {
  showTemplate(`${form}-success`)
  focusHeading()
}

/** Whether the server can send email; it writes this into the page. */
export function isMailEnabled(): boolean {
  return document.querySelector<HTMLMetaElement>('meta[name=mail]')?.content === 'on'
}

/** Moves the focus to the new content after the focused element was removed. */
export function focusHeading(): void {
  card().querySelector('h1')?.focus()
}
