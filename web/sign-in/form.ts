import { RequestProblem } from '../lib/auth-request.ts'

export type Values = Readonly<Record<string, string>>
/** Error messages by field name. */
export type Problems = Readonly<Record<string, string>>

export interface FormRules {
  check(values: Values): Problems
  /** Resolves once the form or the page is left. @throws RequestProblem */
  send(values: Values): Promise<void>
}

export interface PageForm {
  /** Id of the template that holds the form. */
  template: string
  rules: FormRules
}

/** Validates the form on submit, sends it once at a time and shows errors at the fields. */
export function bindForm(form: HTMLFormElement, { check, send }: FormRules): void {
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    if (!isBusy(form)) void submit()
  })
  form.addEventListener('input', ({ target }) => markField(target as HTMLInputElement, undefined))

  async function submit() {
    const values = Object.fromEntries(inputsOf(form).map(({ name, value }) => [name, value]))
    const problems = check(values)
    showAlert(form, '')
    showProblems(problems)
    if (Object.keys(problems).length > 0) return
    setBusy(form, true)
    try {
      await send(values)
    } catch (error) {
      setBusy(form, false)
      if (!(error instanceof RequestProblem)) throw error
      if (showProblems(error.fields)) return
      showAlert(form, error.message)
      inputsOf(form).at(-1)?.focus()
    }
  }

  /** @returns the first invalid field, which has the focus now */
  function showProblems(problems: Problems): HTMLInputElement | undefined {
    for (const input of inputsOf(form)) markField(input, problems[input.name])
    const firstInvalid = inputsOf(form).find(({ name }) => name in problems)
    firstInvalid?.focus()
    return firstInvalid
  }
}

/** Shows an error about the whole form; an empty message hides it. */
export function showAlert(form: HTMLFormElement, message: string): void {
  const alert = form.querySelector('[role=alert]')
  if (alert) alert.textContent = message
}

/** Buttons of a busy form stay enabled, so that they keep the focus. */
export function setBusy(form: HTMLFormElement, busy: boolean): void {
  form.setAttribute('aria-busy', String(busy))
}

export function isBusy(form: HTMLFormElement): boolean {
  return form.getAttribute('aria-busy') === 'true'
}

function inputsOf(form: HTMLFormElement): HTMLInputElement[] {
  return [...form.querySelectorAll('input')]
}

/** Shows the error in place of the field's hint, or restores the hint. */
function markField(input: HTMLInputElement, problem: string | undefined): void {
  const note = document.getElementById(`${input.id}-note`)
  if (!note) return
  input.setAttribute('aria-invalid', String(problem !== undefined))
  note.toggleAttribute('data-problem', problem !== undefined)
  note.textContent = problem ?? note.dataset.hint ?? ''
}
