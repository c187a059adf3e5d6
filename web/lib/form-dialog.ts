import { createContext, use, useEffect } from 'react'

type Report = (is: boolean) => void

interface FormDialogState {
  /** Id of the form that the dialog's button submits. */
  formId: string | undefined
  /** Closing the dialog loses what was typed. */
  setUnsaved: Report
  /** The form is being sent. */
  setBusy: Report
  /** The form cannot be sent yet. */
  setBlocked: Report
}

const noop = () => {}

/** What a form tells the dialog around it. */
export const FormDialogContext = createContext<FormDialogState>({
  formId: undefined,
  setUnsaved: noop,
  setBusy: noop,
  setBlocked: noop,
})

/** Tells the dialog around a form about it. @returns the id that the form needs there */
export function useFormInDialog(isUnsaved: boolean, isBusy: boolean): string | undefined {
  const { formId, setUnsaved, setBusy } = use(FormDialogContext)
  useReport(setUnsaved, isUnsaved)
  useReport(setBusy, isBusy)
  return formId
}

/** Keeps the form of a dialog from being sent, such as while a picture is being uploaded. */
export function useBlockedDialog(isBlocked: boolean): void {
  useReport(use(FormDialogContext).setBlocked, isBlocked)
}

function useReport(report: Report, is: boolean): void {
  useEffect(() => {
    report(is)
    return () => report(false)
  }, [report, is])
}
