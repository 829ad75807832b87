import { InputWrapperContext } from '@mantine/core'
import { use, useId, useState, type ReactNode } from 'react'
import classes from './fields.module.css'

/** Names of the parts of a field: the same for every kind. */
export const fieldClasses = {
  label: classes['label'] ?? '',
  input: classes['input'] ?? '',
  required: classes['required'] ?? '',
}

export interface FieldWords {
  /** Stands under the field. */
  help?: ReactNode
  /** What speaks against what is in the field. True: it is wrong, and the words stand elsewhere. */
  error?: ReactNode
  /** Ids of more words that are read with the field. */
  'aria-describedby'?: string | undefined
}

/**
 * Label above, help and error under the field, all of it read with the field: for every field of the
 * library. An error that comes while somebody is in the field is told politely: the focus, which would
 * have read it, does not move then.
 */
export function useFieldLook({ help, error, 'aria-describedby': more }: FieldWords) {
  const id = useId()
  const [isIn, setIsIn] = useState(false)
  const isWrong = Boolean(error)
  const words = isWrong && error !== true ? error : null
  const describedBy = [words !== null && `${id}-error`, help && `${id}-help`, more].filter(Boolean).join(' ')
  return {
    classNames: fieldClasses,
    inputWrapperOrder: ['label', 'input'] as ('label' | 'input')[],
    // The library says that the field is wrong; the words stand below, where they are heard.
    error: isWrong,
    inputContainer: (input: ReactNode) => (
      <>
        <Described by={describedBy} isFollowed={Boolean(help) || words !== null}>
          {input}
        </Described>
        {help && (
          <p id={`${id}-help`} className={classes['help']}>
            {help}
          </p>
        )}
        {/* There before the error is, or nobody would hear it come. */}
        <div aria-live={isIn ? 'polite' : 'off'}>
          {words !== null && (
            <p id={`${id}-error`} className={classes['error']}>
              {words}
            </p>
          )}
        </div>
      </>
    ),
    wrapperProps: { onFocus: () => setIsIn(true), onBlur: () => setIsIn(false) },
  }
}

/** The library gives a field the words that it knows of, and no others. */
function Described({ by, isFollowed, children }: { by: string; isFollowed: boolean; children: ReactNode }) {
  const field = use(InputWrapperContext)
  return (
    <InputWrapperContext value={field && { ...field, describedBy: by || undefined, offsetBottom: isFollowed }}>
      {children}
    </InputWrapperContext>
  )
}
