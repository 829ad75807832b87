import { VisuallyHidden } from '@mantine/core'
import { useBlocker } from '@tanstack/react-router'
import {
  createContext,
  type ReactNode,
  type RefObject,
  use,
  useCallback,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { formTexts } from '@portico/contract/texts/form-texts.ts'
import { ApiError } from '../api/call.ts'
import { formatMessage, useTexts } from '../api/texts.ts'
import { Alert } from '../ui/Alert.tsx'
import { Button } from '../ui/Button.tsx'
import { focusOnMount } from '../ui/focus-on-mount.ts'
import { Icon } from '../ui/Icon.tsx'
import { useRestorableState } from '../ui/restorable-state.ts'
import formClasses from './Form.module.css'
import { FormProblem } from './FormProblem.tsx'
import { messageOfFailure } from './run-action.ts'
import { UnsavedChanges } from './UnsavedChanges.tsx'
import type { Form } from './use-form.ts'
import { useLeaveGuard } from './use-leave-guard.ts'
import classes from './Wizard.module.css'

export interface StepProps<Draft> {
  /** What the steps have collected. */
  draft: Draft
  /** Continues with the values of the step; in the last step it finishes. */
  onNext: (change: Partial<Draft>) => Promise<void>
  /** Goes back and keeps the values of the step, valid or not. */
  onPrevious: (change: Partial<Draft>) => void
  submitLabel: string
  /** What finishing refused at a field of this step, until it is left. */
  refusedAt: (field: string) => string | undefined
}

export interface WizardStep<Draft> {
  id: string
  title: string
  /** Fields of the refusals that this step shows; those of others are shown by the first step. */
  fields?: readonly string[]
  /** Shows a form in a `WizardForm`, whose schema validates the step. */
  Step: (props: StepProps<Draft>) => ReactNode
}

interface WizardProps<Draft> {
  /** Accessible name of the list of steps. */
  label: string
  steps: readonly WizardStep<Draft>[]
  /** Values before anything is entered; plain data, because they survive a reload. */
  initial: Draft
  draftKey: string
  /** Label of the button of the last step. */
  finishLabel: string
  /**
   * Saves the draft and leaves the wizard. A failure leads back to the step that has the refused field, or to the first
   * one, which shows its message.
   */
  onFinish: (draft: Draft) => Promise<void>
  /** Leaves the wizard from its first step. */
  onCancel: () => void
  /** True: each step saves what it collects, so that leaving asks only about values of the open step. */
  savesEachStep?: boolean
}

/** What the form of the open step tells the wizard. */
interface OpenStep {
  /** It has values that the wizard has not collected yet. */
  setDirty: (isDirty: boolean) => void
  /** What goes back as its button *Previous* does. */
  setPrevious: (goBack: () => void) => void
}

const OpenStepContext = createContext<OpenStep | null>(null)

interface WizardState<Draft> {
  index: number
  draft: Draft
}

/** Steps one after the other. Entered values survive going back, a reload and the end of a session. */
export function Wizard<Draft extends object>(props: WizardProps<Draft>) {
  const { label, steps, initial, draftKey, finishLabel, savesEachStep = false } = props
  const t = useTexts(formTexts)
  const [{ index, draft }, setState] = useRestorableState<WizardState<Draft>>(draftKey, { index: 0, draft: initial })
  const [failure, setFailure] = useState<StepFailure | null>(null)
  const [hasMoved, setHasMoved] = useState(false)
  const [isFinished, setIsFinished] = useState(false)
  const [isStepDirty, setStepDirty] = useState(false)
  const previous = useRef<() => void>(() => undefined)
  const setPrevious = useCallback((goBack: () => void) => {
    previous.current = goBack
  }, [])
  const openStep = useMemo(() => ({ setDirty: setStepDirty, setPrevious }), [setPrevious])
  useBackToStep(index, previous)
  const isChanged = isStepDirty || (!savesEachStep && JSON.stringify(draft) !== JSON.stringify(initial))
  const { leaving, mayLeave } = useLeaveGuard(isChanged && !isFinished)
  const step = steps[index] ?? steps[0]
  if (!step) return null
  const isLast = index === steps.length - 1
  const go = (next: number, change: Partial<Draft>) => {
    setHasMoved(true)
    setState({ index: next, draft: { ...draft, ...change } })
  }
  const finish = async (change: Partial<Draft>) => {
    setIsFinished(true)
    mayLeave()
    try {
      await props.onFinish({ ...draft, ...change })
    } catch (error) {
      setIsFinished(false)
      const failed = stepOf(error, steps)
      setFailure({ error, index: failed })
      go(failed, change)
    }
  }
  return (
    <section className={classes['wizard']}>
      <StepList label={label} titles={steps.map(({ title }) => title)} index={index} />
      <h2 key={step.id} ref={hasMoved ? focusOnMount : undefined} tabIndex={-1} className={classes['title']}>
        <span className={classes['count']}>
          {formatMessage(t.wizard_step, { step: index + 1, count: steps.length })}
        </span>
        {step.title}
      </h2>
      {failure?.index === index && <Failure error={failure.error} />}
      <OpenStepContext value={openStep}>
        <step.Step
          key={`form-${step.id}`}
          draft={draft}
          submitLabel={isLast ? finishLabel : t.wizard_next}
          refusedAt={(field) => (failure?.index === index ? messageAt(failure.error, field) : undefined)}
          onNext={async (change) => {
            setFailure(null)
            if (isLast) await finish(change)
            else go(index + 1, change)
          }}
          onPrevious={(change) => {
            if (index === 0) props.onCancel()
            else go(index - 1, change)
          }}
        />
      </OpenStepContext>
      <UnsavedChanges form={{ leaving }} />
    </section>
  )
}

/** Why the wizard could not finish, and the step that shows it. */
interface StepFailure {
  error: unknown
  index: number
}

const fieldsOf = (error: unknown) => (error instanceof ApiError ? error.fields : [])

const messageAt = (error: unknown, name: string) => fieldsOf(error).find(({ field }) => field === name)?.message

/** The index of the step that shows what was refused. */
const stepOf = (error: unknown, steps: readonly Pick<WizardStep<never>, 'fields'>[]): number =>
  Math.max(
    0,
    steps.findIndex(({ fields = [] }) => fields.some((field) => messageAt(error, field) !== undefined)),
  )

/** The browser's Back leads to the step before, with what was entered; from the first step it leaves the wizard. */
function useBackToStep(index: number, previous: RefObject<() => void>): void {
  useBlocker({
    shouldBlockFn: ({ action }) => {
      if (action !== 'BACK' || index === 0) return false
      previous.current()
      return true
    },
    enableBeforeUnload: false,
  })
}

/** Why the wizard could not finish; of several fields each with its own message (UADM-161). */
function Failure({ error }: { error: unknown }) {
  const [message] = useState(() => messageOfFailure(error))
  const fields = fieldsOf(error)
  return (
    <Alert tone="error">
      {message}
      {fields.length > 1 && (
        <ul>
          {fields.map((issue) => (
            <li key={issue.field}>{issue.message}</li>
          ))}
        </ul>
      )}
    </Alert>
  )
}

function StepList({ label, titles, index }: { label: string; titles: readonly string[]; index: number }) {
  const { wizard_done: done } = useTexts(formTexts)
  return (
    <ol className={classes['steps']} aria-label={label}>
      {titles.map((title, at) => (
        <li
          key={title}
          className={classes['step']}
          data-done={at < index || undefined}
          {...(at === index ? { 'aria-current': 'step' as const } : {})}
        >
          <span className={classes['number']} aria-hidden="true">
            {at < index ? <Icon name="check" size={16} /> : at + 1}
          </span>
          <span className={classes['name']}>{title}</span>
          {at < index && <VisuallyHidden>, {done}</VisuallyHidden>}
        </li>
      ))}
    </ol>
  )
}

interface WizardFormProps {
  /** Accessible name of the form. */
  title: string
  form: Pick<Form<never>, 'problem' | 'isBusy' | 'isUnsaved' | 'submit'>
  submitLabel: string
  onPrevious: () => void
  children: ReactNode
}

/** The form of one step, with the buttons that lead on and back. */
export function WizardForm({ title, form, submitLabel, onPrevious, children }: WizardFormProps) {
  const t = useTexts(formTexts)
  const step = use(OpenStepContext)
  useEffect(() => {
    step?.setDirty(form.isUnsaved)
    return () => step?.setDirty(false)
  }, [step, form.isUnsaved])
  useEffect(() => {
    step?.setPrevious(form.isBusy ? () => undefined : onPrevious)
  })
  return (
    <form className={classes['form']} aria-label={title} onSubmit={form.submit} noValidate>
      <FormProblem problem={form.problem} />
      {children}
      <div className={formClasses['actions']}>
        <Button onClick={form.isBusy ? undefined : onPrevious}>{t.wizard_previous}</Button>
        <Button kind="primary" type="submit" busy={form.isBusy}>
          {submitLabel}
        </Button>
      </div>
    </form>
  )
}
