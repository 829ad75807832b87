import { useSuspenseQuery } from '@tanstack/react-query'
import { generalTexts } from '@portico/contract/texts/general-texts.ts'
import { userProfileTexts } from '@portico/contract/users/user-profile-texts.ts'
import type { ProfileUser } from '@portico/contract/users/user-profile.ts'
import { useSignedIn } from '../../api/session.ts'
import { formatMessage, useTexts } from '../../api/texts.ts'
import { NotificationTypes, TextMessageFields } from '../../patterns/NotificationFields.tsx'
import { usePhoneHelp } from '../../patterns/phone-numbers.ts'
import type { Form } from '../../patterns/use-form.ts'
import { Alert } from '../../ui/Alert.tsx'
import { CheckField } from '../../ui/CheckField.tsx'
import { SelectField } from '../../ui/SelectField.tsx'
import { TextField } from '../../ui/TextField.tsx'
import type { DetailFields } from './details-form.ts'
import { userCarriersQuery } from './profile-queries.ts'
import classes from './UserProfile.module.css'

interface PartProps {
  form: Form<DetailFields>
  isReadOnly: boolean
  /** Wire names of fields that the user's company manages. */
  readOnlyFields: readonly string[]
}

/** The fields of a part by their names: one that the user's company manages is read-only and says so. */
function useFieldOfPart({ form, isReadOnly, readOnlyFields }: PartProps) {
  const { user_field_of_company: ofCompany } = useTexts(userProfileTexts)
  return (name: Parameters<typeof form.field>[0], help?: string) => {
    const isOfCompany = readOnlyFields.includes(name)
    return { ...form.field(name), disabled: isReadOnly || isOfCompany, help: isOfCompany ? ofCompany : help }
  }
}

interface PersonFieldsProps extends PartProps {
  user: ProfileUser
  employers: readonly { value: string; label: string }[]
  departments: readonly { departmentId: number; departmentNm: string }[]
  /** Called when the address has been entered. */
  onEmail: () => void
}

export function ProfilePersonFields({
  form,
  isReadOnly,
  readOnlyFields,
  user,
  employers,
  departments,
  onEmail,
}: PersonFieldsProps) {
  const t = useTexts(userProfileTexts)
  const { isInternal } = useSignedIn()
  const { select_one: selectOne } = useTexts(generalTexts)
  const field = useFieldOfPart({ form, isReadOnly, readOnlyFields })
  const text = (name: 'firstNm' | 'midInitial' | 'lastNm' | 'jobTitleDscTxt' | 'employeeId' | 'costCenter') => (
    <TextField {...field(name)} autoComplete="off" />
  )
  const { onBlur, help: ofCompany, ...email } = field('emailAddress')
  const address = user.pendingEmailAddress
  const emailHelp = address === null ? ofCompany : formatMessage(t.profile_email_pending, { address })
  return (
    <fieldset className={classes['part']}>
      <legend>{t.profile_name_part}</legend>
      <div className={classes['fields']}>
        {text('firstNm')}
        {text('midInitial')}
        {text('lastNm')}
        <TextField
          {...email}
          type="email"
          autoComplete="off"
          help={emailHelp}
          onBlur={() => {
            onBlur()
            onEmail()
          }}
        />
        <SelectField {...field('employerId')} options={employers} />
        <SelectField
          {...field('departmentId')}
          options={[
            { value: '', label: selectOne },
            ...departments.map(({ departmentId, departmentNm }) => ({
              value: String(departmentId),
              label: departmentNm,
            })),
          ]}
        />
        {text('jobTitleDscTxt')}
        {text('employeeId')}
        {isInternal && text('costCenter')}
      </div>
      {user.pendingEmployerId !== null && (
        <Alert tone="warning" live={false}>
          <p>
            {formatMessage(t.profile_employer_pending, {
              employer: user.pendingEmployerNm ?? t.profile_employer_other,
            })}
          </p>
          <CheckField
            {...form.check('declinesEmployer')}
            label={formatMessage(t.profile_employer_decline, {
              employer: user.pendingEmployerNm ?? t.profile_employer_other,
            })}
          />
        </Alert>
      )}
    </fieldset>
  )
}

export function ProfileContactFields(part: PartProps) {
  const t = useTexts(userProfileTexts)
  const phoneHelp = usePhoneHelp(t.profile_phone_help)
  const field = useFieldOfPart(part)
  const phone = (name: 'workPhone' | 'homePhone' | 'faxNum') => (
    <TextField {...field(name, phoneHelp)} type="tel" autoComplete="off" />
  )
  return (
    <fieldset className={classes['part']}>
      <legend>{t.profile_contact_part}</legend>
      <div className={classes['fields']}>
        {phone('workPhone')}
        <TextField {...field('workExt')} inputMode="numeric" autoComplete="off" />
        {phone('homePhone')}
        {phone('faxNum')}
      </div>
    </fieldset>
  )
}

interface NotificationFieldsProps extends PartProps {
  types: readonly { notificationTypeId: number; notificationTypeNm: string }[]
  smsTypes: readonly number[]
}

/** Text messages need consent, number and carrier, which go with them (UADM-119..121). */
export function ProfileNotificationFields({ form, isReadOnly, types, smsTypes }: NotificationFieldsProps) {
  const t = useTexts(userProfileTexts)
  const { uid } = useSignedIn()
  const carriers = useSuspenseQuery(userCarriersQuery(uid)).data
  const phoneHelp = usePhoneHelp(t.profile_phone_help)
  const chosen = form.values.notificationTypes
  const hasTexts = (ids: readonly number[]) => ids.some((id) => smsTypes.includes(id))
  const choose = (next: number[]) => {
    form.set('notificationTypes', next)
    if (!hasTexts(chosen) || hasTexts(next)) return
    form.set('mobilePhnNbr', '')
    form.set('smsCarrierId', '')
    form.set('agreeText', false)
  }
  return (
    <fieldset className={classes['part']} disabled={isReadOnly}>
      <legend>{t.profile_notices_part}</legend>
      <NotificationTypes types={types} chosen={chosen} onChoose={choose} />
      {hasTexts(chosen) && (
        <TextMessageFields
          consent={form.check('agreeText')}
          phone={form.field('mobilePhnNbr')}
          phoneHelp={phoneHelp}
          carrier={form.field('smsCarrierId')}
          carriers={carriers}
          gridClass={classes['fields']}
        />
      )}
    </fieldset>
  )
}

interface AccountFieldsProps extends PartProps {
  isOwn: boolean
  /** Of the administrator. */
  isPortalAdmin: boolean
}

/** Flags that not every administrator sets (UADM-106, UADM-123, UADM-129). */
export function ProfileAccountFields({ form, isReadOnly, isOwn, isPortalAdmin }: AccountFieldsProps) {
  const t = useTexts(userProfileTexts)
  const { isInternal } = useSignedIn()
  return (
    <fieldset className={classes['part']} disabled={isReadOnly}>
      <legend>{t.profile_account_part}</legend>
      {!isOwn && <CheckField {...form.check('isActive')} />}
      {isInternal && <CheckField {...form.check('internalUserFlg')} />}
      {isPortalAdmin && !isOwn && (
        <>
          <CheckField {...form.check('usAssociate')} />
          <CheckField {...form.check('signOnAsFlg')} />
        </>
      )}
    </fieldset>
  )
}
