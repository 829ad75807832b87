import { useSuspenseQuery } from '@tanstack/react-query'
import { addUserTexts } from '@portico/contract/users/add-user-texts.ts'
import { generalTexts } from '@portico/contract/texts/general-texts.ts'
import { useSignedIn } from '../../api/session.ts'
import { useTexts } from '../../api/texts.ts'
import { usePhoneHelp } from '../../patterns/phone-numbers.ts'
import type { Form } from '../../patterns/use-form.ts'
import { SelectField } from '../../ui/SelectField.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { newUserDepartmentsQuery } from './add-user-queries.ts'
import classes from './AddUser.module.css'
import type { Details } from './details-form.ts'

/** Telephones, department, employee ID and cost center; all optional. */
export function ContactFields({ form }: { form: Pick<Form<Details>, 'field'> }) {
  const t = useTexts(addUserTexts)
  const { select_one: selectOne } = useTexts(generalTexts)
  const { isInternal } = useSignedIn()
  const departments = useSuspenseQuery(newUserDepartmentsQuery()).data
  const phoneHelp = usePhoneHelp(t.add_user_phone_help)
  const phone = (name: 'workPhone' | 'homePhone' | 'faxNum') => (
    <TextField {...form.field(name)} type="tel" help={phoneHelp} autoComplete="off" />
  )
  return (
    <div className={classes['fields']}>
      {phone('workPhone')}
      <TextField {...form.field('workExt')} inputMode="numeric" autoComplete="off" />
      {phone('homePhone')}
      {phone('faxNum')}
      <SelectField
        {...form.field('departmentId')}
        options={[
          { value: '', label: selectOne },
          ...departments.map(({ departmentId, departmentNm }) => ({
            value: String(departmentId),
            label: departmentNm,
          })),
        ]}
      />
      <TextField {...form.field('employeeId')} autoComplete="off" />
      {isInternal && <TextField {...form.field('costCenter')} autoComplete="off" />}
    </div>
  )
}
