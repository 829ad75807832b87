import { Textarea, type TextareaProps } from '@mantine/core'
import '@mantine/core/styles/Input.layer.css'
import { useFieldLook } from './field-look.tsx'

interface TextAreaFieldProps extends Omit<
  TextareaProps,
  'size' | 'variant' | 'radius' | 'classNames' | 'styles' | 'vars' | 'label' | 'description' | 'inputWrapperOrder'
> {
  label: string
  /** Stands under the field. */
  help?: string
}

/** Several lines of text. */
export function TextAreaField({ help, error, rows = 6, 'aria-describedby': more, ...rest }: TextAreaFieldProps) {
  return <Textarea {...rest} {...useFieldLook({ help, error, 'aria-describedby': more })} rows={rows} />
}
