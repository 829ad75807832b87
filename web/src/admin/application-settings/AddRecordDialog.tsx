import type { ReactNode } from 'react'
import type * as z from 'zod/mini'
import type { Endpoint } from '@portico/contract/kit/endpoint.ts'
import { invalidate } from '../../api/query.ts'
import { CLOSE_AFTER_MS } from '../../patterns/close-delays.ts'
import { EditDialog } from '../../patterns/EditDialog.tsx'
import type { FormOptions, FormSchema } from '../../patterns/form-options.ts'
import { type Form, useForm } from '../../patterns/use-form.ts'

export interface AddDialogProps {
  onClose: () => void
  /** Called with the id of the new one. */
  onAdded: (id: number) => void
}

interface AddRecordDialogProps<Schema extends FormSchema>
  extends AddDialogProps, Pick<FormOptions<Schema>, 'schema' | 'initial' | 'draftKey' | 'labels'> {
  title: string
  add: (values: z.output<Schema>) => Promise<{ id: number; message: string }>
  /** The list that the new one is in. */
  list: Endpoint
  fields: (form: Form<z.input<Schema>>) => ReactNode
}

/** Adds a section or a system of the catalog; closes 2 s after that (CATA-063, CATA-064). */
export function AddRecordDialog<Schema extends FormSchema>(props: AddRecordDialogProps<Schema>) {
  const { schema, initial, draftKey, labels, title, add, list, fields, onAdded, onClose } = props
  const form = useForm({
    schema,
    initial,
    draftKey,
    labels,
    save: async (values) => {
      const { id, message } = await add(values)
      await invalidate(list)
      onAdded(id)
      return message
    },
  })
  return (
    <EditDialog form={form} onClose={onClose} title={title} submitLabel={title} closeAfterMs={CLOSE_AFTER_MS.catalog}>
      {fields(form)}
    </EditDialog>
  )
}
