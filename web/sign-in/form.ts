import { RequestProblem } from '../lib/auth-request.ts'

export type Values = Readonly<Record<string, string>>
/** What is wrong, by the name of the field. */
export type Problems = Readonly<Record<string, string>>

export interface FormRules {
  check(values: Values): Problems
  /** Succeeds once the form or the page is being left. @throws RequestProblem */
  send(values: Values): Promise<void>
}

/** A form of the page, and the template in which it waits. */
export interface PageForm {
  template: string
  rules: FormRules
}

/** Gives life to a form of SignInPage.tsx: checks, sends once, and says at the fields what is wrong. */
export function enliven(form: HTMLFormElement, { check, send }: FormRules): void {
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    if (!isBusy(form)) void submit()
  })
  form.addEventListener('input', ({ target }) => mark(target as HTMLInputElement, undefined))

  async function submit() {
    const values = Object.fromEntries(inputsOf(form).map(({ name, value }) => [name, value]))
    const found = check(values)
    say(form, '')
    show(found)
    if (Object.keys(found).length > 0) return
    setBusy(form, true)
    try {
      await send(values)
    } catch (reason) {
      setBusy(form, false)
      if (!(reason instanceof RequestProblem)) throw reason
      const wrong = show(reason.fields)
      if (wrong) return
      say(form, reason.message)
      inputsOf(form).at(-1)?.focus()
    }
  }

  function show(problems: Problems): HTMLInputElement | undefined {
    for (const input of inputsOf(form)) mark(input, problems[input.name])
    const wrong = inputsOf(form).find(({ name }) => name in problems)
    wrong?.focus()
    return wrong
  }
}

/** Says what is wrong with the whole form. */
export function say(form: HTMLFormElement, message: string): void {
  const place = form.querySelector('[role=alert]')
  if (place) place.textContent = message
}

/** Buttons that are busy stay where they are and keep the focus; they only do nothing. */
export function setBusy(form: HTMLFormElement, busy: boolean): void {
  form.setAttribute('aria-busy', String(busy))
}

export function isBusy(form: HTMLFormElement): boolean {
  return form.getAttribute('aria-busy') === 'true'
}

function inputsOf(form: HTMLFormElement): HTMLInputElement[] {
  return [...form.querySelectorAll('input')]
}

/** Shows a problem in place of the field's hint, or the hint again. */
function mark(input: HTMLInputElement, problem: string | undefined): void {
  const note = document.getElementById(`${input.id}-note`)
  if (!note) return
  input.setAttribute('aria-invalid', String(problem !== undefined))
  note.toggleAttribute('data-problem', problem !== undefined)
  note.textContent = problem ?? note.dataset.hint ?? ''
}
