export interface ToastMessage {
  title: string
  description?: string | undefined
  /** `bad` is the destructive kind. */
  kind: 'good' | 'bad'
}

/** Shows a toast in place of the one that stands. Its code is loaded with the first one at the latest. */
export async function showToast(message: ToastMessage): Promise<void> {
  const { toaster } = await import('./toaster.ts')
  toaster.dismiss()
  toaster.create({
    title: message.title,
    description: message.description,
    type: message.kind === 'good' ? 'success' : 'error',
    closable: true,
  })
}
