import { Textarea, type TextareaProps } from '@mantine/core'
import '@mantine/core/styles/Input.layer.css'
import { fieldLook } from './field-look.ts'

interface TextAreaFieldProps extends Omit<
  TextareaProps,
  'size' | 'variant' | 'radius' | 'classNames' | 'styles' | 'vars' | 'label' | 'description' | 'inputWrapperOrder'
> {
  label: string
  /** Stands under the field. */
  help?: string
}

/** Several lines of text. */
export function TextAreaField({ help, rows = 6, ...rest }: TextAreaFieldProps) {
  return <Textarea {...rest} {...fieldLook} rows={rows} description={help} />
}
