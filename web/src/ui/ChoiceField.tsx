import { NativeSelect, type NativeSelectProps } from '@mantine/core'
import '@mantine/core/styles/Input.layer.css'
import { fieldLook } from './field-look.ts'

interface ChoiceFieldProps extends Omit<
  NativeSelectProps,
  | 'size'
  | 'variant'
  | 'radius'
  | 'classNames'
  | 'styles'
  | 'vars'
  | 'label'
  | 'description'
  | 'inputWrapperOrder'
  | 'data'
> {
  label: string
  options: readonly { value: string; label: string }[]
  /** Stands under the field. */
  help?: string | undefined
}

/** One of a list, by the browser's own control, which every device and keyboard knows. */
export function ChoiceField({ options, help, ...rest }: ChoiceFieldProps) {
  return <NativeSelect {...rest} {...fieldLook} description={help} data={[...options]} />
}
