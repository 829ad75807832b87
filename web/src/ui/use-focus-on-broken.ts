import { useEffect, useState } from 'react'

/** After each try that did not succeed the first broken field has the focus. Give what comes back to the form. */
export function useFocusOnBroken(tries: number): (form: HTMLElement | null) => void {
  const [form, setForm] = useState<HTMLElement | null>(null)
  useEffect(() => {
    if (tries > 0) form?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [form, tries])
  return setForm
}
