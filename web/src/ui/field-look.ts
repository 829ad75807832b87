import classes from './fields.module.css'

/** Label above, help and error under the field: the same for every kind of field. */
export const fieldLook = {
  classNames: {
    label: classes['label'] ?? '',
    input: classes['input'] ?? '',
    description: classes['help'] ?? '',
    error: classes['error'] ?? '',
    required: classes['required'] ?? '',
  },
  inputWrapperOrder: ['label', 'input', 'description', 'error'] as ('label' | 'input' | 'description' | 'error')[],
}
