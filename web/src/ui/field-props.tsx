import { InputWrapperContext } from '@mantine/core'
import { use, useId, useState, type ReactNode } from 'react'
import classes from './fields.module.css'

/** CSS class names of the parts of a field, shared by all kinds. */
export const fieldClasses = {
  label: classes['label'] ?? '',
  input: classes['input'] ?? '',
}

const optionalFieldClasses = { ...fieldClasses, root: classes['withMark'] ?? '' }

export interface FieldDescription {
  /** Shown under the field. */
  help?: ReactNode
  /** Error message of the field. True: invalid, with the message shown elsewhere. */
  error?: ReactNode
  /** The word beside the label of a field that may stay empty, in the language of the page. */
  optionalMark?: string | undefined
  /** Ids of further elements that describe the field. */
  'aria-describedby'?: string | undefined
}

/** A field that cannot be edited now has no mark. */
export const markOfEditable = (
  mark: string | undefined,
  { readOnly, disabled }: { readOnly?: boolean | undefined; disabled?: boolean | undefined },
) => (readOnly || disabled ? undefined : mark)

/**
 * Props for every field of the library: label above, help and error below, all connected for screen readers. An error
 * that appears while the field has the focus is announced politely, because no focus change reads it.
 */
export function useFieldProps({ help, error, optionalMark, 'aria-describedby': more }: FieldDescription) {
  const id = useId()
  const [hasFocus, setHasFocus] = useState(false)
  const isInvalid = Boolean(error)
  const message = isInvalid && error !== true ? error : null
  const describedBy = [optionalMark && `${id}-optional`, message !== null && `${id}-error`, help && `${id}-help`, more]
    .filter(Boolean)
    .join(' ')
  return {
    classNames: optionalMark ? optionalFieldClasses : fieldClasses,
    inputWrapperOrder: ['label', 'input'] as ('label' | 'input')[],
    // The library marks the field as invalid; the message is rendered below, in the live region.
    error: isInvalid,
    inputContainer: (input: ReactNode) => (
      <>
        {optionalMark && (
          <span id={`${id}-optional`} className={classes['optional']}>
            {optionalMark}
          </span>
        )}
        <DescribedBy by={describedBy} isFollowed={Boolean(help) || message !== null}>
          {input}
        </DescribedBy>
        {help && (
          <p id={`${id}-help`} className={classes['help']}>
            {help}
          </p>
        )}
        {/* Rendered before the error is, because a new live region would not be announced. */}
        <div aria-live={hasFocus ? 'polite' : 'off'}>
          {message !== null && (
            <p id={`${id}-error`} className={classes['error']}>
              {message}
            </p>
          )}
        </div>
      </>
    ),
    wrapperProps: { onFocus: () => setHasFocus(true), onBlur: () => setHasFocus(false) },
  }
}

/** The library only sets aria-describedby for the texts that it renders itself. */
function DescribedBy({ by, isFollowed, children }: { by: string; isFollowed: boolean; children: ReactNode }) {
  const field = use(InputWrapperContext)
  return (
    <InputWrapperContext value={field && { ...field, describedBy: by || undefined, offsetBottom: isFollowed }}>
      {children}
    </InputWrapperContext>
  )
}
