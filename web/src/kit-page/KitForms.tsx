import { useState } from 'react'
import { CheckField } from '../ui/CheckField.tsx'
import { ChoiceField } from '../ui/ChoiceField.tsx'
import { CopyButton } from '../ui/CopyButton.tsx'
import { ManyChoice } from '../ui/ManyChoice.tsx'
import { TextAreaField } from '../ui/TextAreaField.tsx'
import classes from './KitPage.module.css'

const departments = [
  { value: '', label: 'Please choose' },
  { value: '1', label: 'Billing' },
  { value: '2', label: 'Front desk' },
]

const people = [
  { value: 1, label: 'Ada Lovelace' },
  { value: 2, label: 'Grace Hopper' },
  { value: 3, label: 'Somebody whose name is so long that it needs a second line on a phone' },
]

/** What is chosen, written at length, or taken along. */
export function KitForms() {
  const [isWanted, setWanted] = useState(true)
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set([2]))
  return (
    <div className={classes['group']}>
      <ChoiceField label="Department" options={departments} help="As your company calls it." defaultValue="1" />
      <ChoiceField label="Section" options={departments} error="Please choose one" defaultValue="" />
      <TextAreaField label="Your request" rows={3} help="2,000 characters left" defaultValue="A darker dark mode." />
      <TextAreaField label="Reason" rows={2} error="This field is required" />
      <CheckField label="Please contact me about this" checked={isWanted} onChange={setWanted} help="By e-mail." />
      <CheckField
        label="I accept the licence"
        checked={!isWanted}
        onChange={(on) => setWanted(!on)}
        error="Needed to go on"
      />
      <ManyChoice label="People" options={people} chosen={chosen} onChange={setChosen} />
      <div className={classes['row']}>
        <CopyButton
          text="JBSW Y3DP"
          label="Copy the key"
          doneLabel="Copied"
          refusedLabel="Mark the key and copy it"
          size="s"
        />
      </div>
    </div>
  )
}
