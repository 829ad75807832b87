import * as z from 'zod/mini'
import { requiredText } from '../patterns/field-schemas.ts'
import { useForm } from '../patterns/use-form.ts'
import { type StepProps, Wizard, WizardForm } from '../patterns/Wizard.tsx'
import { TextField } from '../ui/TextField.tsx'
import { toast } from '../ui/toast.ts'

interface Visit {
  name: string
  town: string
}

const nothing: Visit = { name: '', town: '' }
const titles = { name: 'Name', town: 'Town' }

/** A step with one field. */
function useStep(key: keyof Visit, { draft, onNext }: StepProps<Visit>) {
  return useForm({
    schema: z.object({ value: requiredText(50) }),
    initial: { value: draft[key] },
    draftKey: `kit-wizard-${key}`,
    labels: { value: titles[key] },
    guardsLeaving: false,
    save: async ({ value }) => {
      await onNext({ [key]: value })
      return ''
    },
  })
}

function NameStep(props: StepProps<Visit>) {
  const form = useStep('name', props)
  return (
    <WizardForm
      title={titles.name}
      form={form}
      submitLabel={props.submitLabel}
      onPrevious={() => props.onPrevious({ name: form.values.value })}
    >
      <TextField {...form.field('value')} />
    </WizardForm>
  )
}

function TownStep(props: StepProps<Visit>) {
  const form = useStep('town', props)
  return (
    <WizardForm
      title={titles.town}
      form={form}
      submitLabel={props.submitLabel}
      onPrevious={() => props.onPrevious({ town: form.values.value })}
    >
      <TextField {...form.field('value')} />
    </WizardForm>
  )
}

/** Two steps; the second one finishes. */
export function KitWizard() {
  return (
    <Wizard
      label="Steps of a visit"
      draftKey="kit-wizard"
      initial={nothing}
      finishLabel="Save visit"
      steps={[
        { id: 'name', title: titles.name, Step: NameStep },
        { id: 'town', title: titles.town, Step: TownStep },
      ]}
      onFinish={({ name }) => {
        toast.success(`The visit of ${name} has been saved.`)
        return Promise.resolve()
      }}
      onCancel={() => toast.info('Canceled.')}
    />
  )
}
