import { TextInput, type TextInputProps } from '@mantine/core'
import '@mantine/core/styles/Input.layer.css'
import { fieldLook } from './field-look.ts'

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
export function TextField({ help, ...rest }: TextFieldProps) {
  return <TextInput {...rest} {...fieldLook} description={help} />
}
