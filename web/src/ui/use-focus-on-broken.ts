import { useEffect, useState } from 'react'

/** Focuses the first invalid field after each failed submit. Pass the returned ref to the form. */
export function useFocusOnBroken(tries: number): (form: HTMLElement | null) => void {
  const [form, setForm] = useState<HTMLElement | null>(null)
  useEffect(() => {
    if (tries > 0) form?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [form, tries])
  return setForm
}
