import { type SubmitEvent, useState } from 'react'
import { RequestProblem } from '../../lib/auth-request.ts'
import { toastError } from './account-request.ts'

interface SingleFieldOptions {
  /** The `name` of the input, and of its errors in the response. */
  name: string
  /** @returns a message when the value is invalid, else null */
  validate: (value: string) => string | null
  /** @throws RequestProblem */
  onSubmit: (value: string) => Promise<void>
}

/** A form with one field: the field's errors show at the field, others as a toast. */
export function useSingleField({ name, validate, onSubmit }: SingleFieldOptions) {
  const [value, setValue] = useState('')
  const [problem, setProblem] = useState<string>()
  const [isBusy, setBusy] = useState(false)

  const change = (value: string) => {
    setValue(value)
    setProblem(undefined)
  }
  const submit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    const input = event.currentTarget.querySelector<HTMLInputElement>(`[name=${name}]`)
    const showProblem = (message: string) => {
      setProblem(message)
      input?.focus()
    }
    const invalid = validate(value)
    if (invalid) return showProblem(invalid)
    if (isBusy) return
    setBusy(true)
    try {
      await onSubmit(value)
    } catch (error) {
      setBusy(false)
      const fieldError = error instanceof RequestProblem ? error.fields[name] : undefined
      if (fieldError) showProblem(fieldError)
      else toastError(error)
    }
  }
  return { value, problem, isBusy, change, submit }
}
