import { useEffect, useRef, useState } from 'react'
import { formTexts } from '@portico/contract/texts/form-texts.ts'
import { useTexts } from '../api/texts.ts'
import { Alert } from '../ui/Alert.tsx'
import { Button } from '../ui/Button.tsx'
import classes from './Form.module.css'
import type { FormProblem as Problem } from './form-state.ts'

/** Errors of the form as a whole; the names of its invalid fields are links to them (UIGN-025). */
export function FormProblem({ problem }: { problem: Problem | null }) {
  const place = useRef<HTMLDivElement>(null)
  // The button that was pressed may be far below. An invalid field that takes the focus scrolls to itself afterwards.
  // It stays where it is while corrected fields leave the message.
  const attempt = problem === null ? null : (problem.attempt ?? 0)
  const isStale = problem?.stale !== undefined
  useEffect(() => {
    if (attempt === null) return
    place.current?.scrollIntoView({ block: 'nearest' })
    // Sending again would be refused again; the next step is in the message.
    if (isStale) place.current?.focus({ preventScroll: true })
  }, [attempt, isStale])
  if (!problem) return null
  return (
    <div ref={place} tabIndex={isStale ? -1 : undefined}>
      <Alert tone="error" {...(problem.stale && { action: <LoadCurrent load={problem.stale.load} /> })}>
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

function LoadCurrent({ load }: { load: () => Promise<unknown> }) {
  const { meanwhile_load: label } = useTexts(formTexts)
  const [isBusy, setIsBusy] = useState(false)
  return (
    <Button
      size="s"
      busy={isBusy}
      onClick={() => {
        setIsBusy(true)
        void load().finally(() => setIsBusy(false))
      }}
    >
      {label}
    </Button>
  )
}

function focusField(from: HTMLElement, name: string) {
  const escaped = CSS.escape(name)
  // An editor is no form element and has its name as data.
  const field = from.closest('form')?.querySelector<HTMLElement>(`[name="${escaped}"], [data-name="${escaped}"]`)
  field?.focus()
}
