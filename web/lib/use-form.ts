import { type RefObject, type SubmitEvent, useLayoutEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type * as z from 'zod/mini'
import { ApiError } from './api-error.ts'
import { useFormInDialog } from './form-dialog.ts'
import { reasonText } from './reason-text.ts'
import { useOnce } from './use-once.ts'

/** Messages by field name. */
export type FieldErrors<Values> = { [Name in keyof Values & string]?: string | undefined }

interface FormOptions<Values extends Record<string, string>, Sent> {
  initial: Values
  initialError?: string
  /** Its messages are reasons or sentences, for the first part of each issue's path. */
  schema: z.ZodMiniType<unknown, unknown>
  /** Sends the values. The form is busy until it resolves. @throws ApiError */
  onSubmit: (values: Values) => Promise<Sent>
  /**
   * Called after `onSubmit` with its result, unless the form has left the page: a dialog that was
   * opened again has another form.
   */
  onSent?: (sent: Sent) => unknown
  /** Shows an error of the whole form. By default it is the form's `error`. */
  onError?: (error: unknown) => void
}

/** The state of a form: validates on submit, sends once at a time, focuses the first error. */
export function useForm<Values extends Record<string, string>, Sent = void>({
  initial,
  initialError = '',
  schema,
  onSubmit,
  onSent,
  onError,
}: FormOptions<Values, Sent>) {
  const ref = useRef<HTMLFormElement>(null)
  const { values, errors, change, reset, setErrors } = useFields(initial)
  const [error, setError] = useState(initialError)
  useTypedBefore(ref, change)

  /** @returns whether a field has an error; the first one has the focus then */
  const showErrors = (errors: FieldErrors<Values>): boolean => {
    // Screen readers read the description when the field gets the focus.
    flushSync(() => setErrors(errors))
    const invalid = inputsOf(ref).find(({ name }) => errors[name])
    invalid?.focus()
    return invalid !== undefined
  }
  const showFailure = (failure: unknown) => {
    if (failure instanceof ApiError && showErrors(failure.fields as FieldErrors<Values>)) return
    if (failure instanceof ApiError && failure.wasShown) return
    if (onError) return onError(failure)
    if (!(failure instanceof ApiError)) throw failure
    setError(failure.detail)
    inputsOf(ref).at(-1)?.focus()
  }
  const { isBusy, runOnce } = useOnce()
  const isUnsaved = Object.keys(values).some((name) => values[name] !== initial[name])
  const id = useFormInDialog(isUnsaved, isBusy)
  const send = (action: () => Promise<void>) =>
    runOnce(async () => {
      setError('')
      try {
        await action()
      } catch (failure) {
        showFailure(failure)
      }
    })
  const submit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (showErrors(errorsOf(schema, values))) return
    await send(async () => {
      const sent = await onSubmit(values)
      if (ref.current) await onSent?.(sent)
    })
  }

  return {
    values,
    error,
    isBusy,
    reset,
    setError,
    /** Runs another action of the form as it runs `onSubmit`. */
    send,
    /** Props of the form element. POST keeps what people type out of the URL. */
    props: {
      ref,
      id,
      onSubmit: submit,
      noValidate: true,
      method: 'post',
      'aria-busy': isBusy,
    } as const,
    field: (name: keyof Values & string): FieldProps => ({
      name,
      value: values[name] as string,
      error: errors[name],
      onChange: (value) => change({ [name]: value } as Partial<Values>),
    }),
  }
}

/** Props of a field's component. */
export interface FieldProps {
  name: string
  value: string
  error: string | undefined
  onChange: (value: string) => void
}

/** Keeps a form busy while the page that it leads to loads. */
export const forever = () => new Promise<never>(() => {})

function useFields<Values extends Record<string, string>>(initial: Values) {
  const [values, setValues] = useState(initial)
  const [errors, setErrors] = useState<FieldErrors<Values>>({})

  const change = (changed: Partial<Values>) => {
    setValues((values) => ({ ...values, ...changed }))
    setErrors((errors) => without(errors, changed))
  }
  const reset = () => {
    setValues(initial)
    setErrors({})
  }
  return { values, errors, change, reset, setErrors }
}

/** Takes over what people typed into a prerendered form before its script ran. */
function useTypedBefore<Values>(
  ref: RefObject<HTMLFormElement | null>,
  change: (typed: Partial<Values>) => void,
) {
  const takeOver = useRef(() => {
    const typed = inputsOf(ref).filter(({ value, defaultValue }) => value !== defaultValue)
    if (typed.length > 0)
      change(Object.fromEntries(typed.map(({ name, value }) => [name, value])) as Partial<Values>)
  })
  useLayoutEffect(() => takeOver.current(), [])
}

type TextInput = HTMLInputElement | HTMLTextAreaElement

function inputsOf(form: RefObject<HTMLFormElement | null>): TextInput[] {
  return [...(form.current?.querySelectorAll<TextInput>('[name]:not([hidden])') ?? [])]
}

function errorsOf<Values>(
  schema: z.ZodMiniType<unknown, unknown>,
  values: Values,
): FieldErrors<Values> {
  const errors: Record<string, string> = {}
  for (const { path, message } of schema.safeParse(values).error?.issues ?? [])
    errors[String(path[0])] ??= reasonText({ reason: message, message })
  return errors as FieldErrors<Values>
}

function without<Errors extends object>(errors: Errors, changed: object): Errors {
  return Object.fromEntries(Object.entries(errors).filter(([name]) => !(name in changed))) as Errors
}
