import { useEffect, useState } from 'react'

/**
 * Focuses the first invalid field after each failed submit, else the field `otherwise`. Pass the returned ref to the
 * form.
 */
export function useFocusFirstError(tries: number, otherwise?: string): (form: HTMLElement | null) => void {
  const [form, setForm] = useState<HTMLElement | null>(null)
  useEffect(() => {
    if (tries === 0) return
    const invalid = form?.querySelector<HTMLElement>('[aria-invalid="true"]')
    const other = otherwise === undefined ? null : form?.querySelector<HTMLElement>(`[name="${CSS.escape(otherwise)}"]`)
    const field = invalid ?? other
    field?.focus()
  }, [form, tries, otherwise])
  return setForm
}
