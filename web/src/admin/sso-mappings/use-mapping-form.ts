import type * as z from 'zod/mini'
import { listSsoMappings } from '@portico/contract/sso-mappings/sso-mappings.ts'
import { ssoMappingTexts } from '@portico/contract/sso-mappings/sso-mapping-texts.ts'
import { useTexts } from '../../api/texts.ts'
import type { FormOptions, FormSchema } from '../../patterns/form-options.ts'
import { type Form, useForm } from '../../patterns/use-form.ts'

interface MappingFormOptions<Schema extends FormSchema> extends Pick<
  FormOptions<Schema>,
  'schema' | 'initial' | 'labels' | 'draftKey'
> {
  add: (values: z.output<Schema>) => Promise<unknown>
}

/** A form that adds to what new accounts begin with, in the specification’s words. */
export function useMappingForm<Schema extends FormSchema>({
  add,
  ...options
}: MappingFormOptions<Schema>): Form<z.input<Schema>> {
  const messages = useTexts(ssoMappingTexts)
  return useForm({
    ...options,
    messages,
    invalidate: [listSsoMappings],
    save: async (values) => {
      await add(values)
      return messages.sso_mapping_saved
    },
  })
}
