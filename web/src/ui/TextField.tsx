import { TextInput, type TextInputProps } from '@mantine/core'
import '@mantine/core/styles/Input.layer.css'
import { useFieldLook } from './field-look.tsx'

/** A member may also be given as undefined, as form libraries do. */
export interface TextFieldProps extends Omit<
  TextInputProps,
  'size' | 'variant' | 'radius' | 'classNames' | 'styles' | 'vars' | 'label' | 'description' | 'inputWrapperOrder'
> {
  label: string
  /** Stands under the field. */
  help?: string | undefined
}

/** A line of text; takes what `form.getInputProps` gives. */
export function TextField({ help, error, 'aria-describedby': more, ...rest }: TextFieldProps) {
  return <TextInput {...rest} {...useFieldLook({ help, error, 'aria-describedby': more })} />
}
