import { useEffect, useRef } from 'react'
import { Alert } from '../ui/Alert.tsx'
import classes from './Form.module.css'
import type { FormProblem as Problem } from './use-form.ts'

/** Errors of the form as a whole; the names of its invalid fields are links to them (UIGN-025). */
export function FormProblem({ problem }: { problem: Problem | null }) {
  const place = useRef<HTMLDivElement>(null)
  // The button that was pressed may be far below. An invalid field that takes the focus scrolls to itself afterwards.
  useEffect(() => {
    if (problem) place.current?.scrollIntoView({ block: 'nearest' })
  }, [problem])
  if (!problem) return null
  return (
    <div ref={place}>
      <Alert tone="error">
        {problem.message}
        {problem.fields.length > 0 && (
          <ul className={classes['invalid']}>
            {problem.fields.map(({ name, label }) => (
              <li key={name}>
                <button
                  type="button"
                  className={classes['lead']}
                  onClick={({ currentTarget }) => focusField(currentTarget, name)}
                >
                  {label}
                </button>
              </li>
            ))}
          </ul>
        )}
      </Alert>
    </div>
  )
}

function focusField(from: HTMLElement, name: string) {
  from
    .closest('form')
    ?.querySelector<HTMLElement>(`[name="${CSS.escape(name)}"]`)
    ?.focus()
}
