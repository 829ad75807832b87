import { useState } from 'react'
import { NotificationTypes, TextMessageFields } from '../patterns/NotificationFields.tsx'
import { CheckField } from '../ui/CheckField.tsx'
import { SelectField } from '../ui/SelectField.tsx'
import { CopyButton } from '../ui/CopyButton.tsx'
import { TextAreaField } from '../ui/TextAreaField.tsx'
import classes from './KitPage.module.css'

const departments = [
  { value: '', label: 'Select One' },
  { value: '1', label: 'Billing' },
  { value: '2', label: 'Front desk' },
]

const notificationTypes = [
  { notificationTypeId: 1, notificationTypeNm: 'Email' },
  { notificationTypeId: 2, notificationTypeNm: 'Text message' },
]

/** Notification types, and what text messages need. */
function Notifications() {
  const [chosen, setChosen] = useState<readonly number[]>([2])
  const [consent, setConsent] = useState(false)
  const [values, setValues] = useState({ phone: '', carrier: '' })
  const field = (name: 'phone' | 'carrier', label: string) => ({
    name,
    label,
    value: values[name],
    error: undefined,
    onChange: ({ currentTarget }: { currentTarget: { value: string } }) =>
      setValues((before) => ({ ...before, [name]: currentTarget.value })),
    onBlur: () => undefined,
  })
  return (
    <>
      <NotificationTypes types={notificationTypes} chosen={chosen} onChoose={setChosen} />
      {chosen.includes(2) && (
        <TextMessageFields
          consent={{
            name: 'consent',
            label: 'I agree to text messages',
            checked: consent,
            error: undefined,
            onChange: setConsent,
          }}
          phone={field('phone', 'Mobile number')}
          phoneHelp="Ten digits"
          carrier={field('carrier', 'Carrier')}
          carriers={[{ smsCarrierId: 1, smsCarrierNm: 'Prairie Mobile' }]}
          gridClass={classes['group']}
        />
      )}
    </>
  )
}

/** Choices, long text and file fields. */
export function KitForms() {
  const [isWanted, setWanted] = useState(true)
  return (
    <div className={classes['group']}>
      <SelectField label="Department" options={departments} help="As your company calls it." defaultValue="1" />
      <SelectField label="Section" options={departments} error="Select an option." defaultValue="" />
      <TextAreaField label="Your request" rows={3} help="2,000 characters left" defaultValue="A darker dark mode." />
      <TextAreaField label="Reason" rows={2} error="This field is required" />
      <CheckField label="Contact me about this request" checked={isWanted} onChange={setWanted} help="By email." />
      <CheckField
        label="I accept the license"
        checked={!isWanted}
        onChange={(on) => setWanted(!on)}
        error="Needed to go on"
      />
      <Notifications />
      <div className={classes['row']}>
        <CopyButton
          text="JBSW Y3DP"
          label="Copy the key"
          doneLabel="Copied"
          failedLabel="Mark the key and copy it"
          size="s"
        />
      </div>
    </div>
  )
}
