import { useState } from 'react'
import { DateField } from '../patterns/DateField.tsx'
import { Button } from '../ui/Button.tsx'
import { FileButton } from '../ui/FileButton.tsx'
import { IconButton } from '../ui/IconButton.tsx'
import { MenuButton } from '../ui/MenuButton.tsx'
import { PasswordField } from '../ui/PasswordField.tsx'
import { SearchField } from '../ui/SearchField.tsx'
import { SegmentedControl } from '../ui/SegmentedControl.tsx'
import { SwitchField } from '../ui/SwitchField.tsx'
import { TextField } from '../ui/TextField.tsx'
import { toast } from '../ui/toast.ts'
import classes from './KitPage.module.css'

const sorts = [
  { value: 'alphabetical', label: 'Alphabetical' },
  { value: 'favorites', label: 'Favorites' },
  { value: 'recent', label: 'Recently Used' },
] as const

const nothing = () => undefined

const groups = [
  {
    title: 'This user',
    entries: [
      { label: 'Edit', icon: 'pencil', onSelect: nothing },
      { label: 'System', icon: 'system', chosen: true, onSelect: nothing },
      { label: 'Reset device', icon: 'key', disabledReason: 'No second factor is set up.', onSelect: nothing },
    ],
  },
  { entries: [{ label: 'Delete', icon: 'trash', tone: 'danger', onSelect: nothing }] },
] as const

function Buttons() {
  return (
    <div className={classes['group']}>
      <div className={classes['row']}>
        <Button kind="primary">Save</Button>
        <Button>Cancel</Button>
        <Button kind="quiet">More</Button>
        <Button kind="danger" icon="trash">
          Delete
        </Button>
      </div>
      <div className={classes['row']}>
        <Button kind="primary" busy>
          Saving
        </Button>
        <Button disabledReason="There is nothing to save yet.">Save</Button>
        <Button size="s" icon="plus">
          Add
        </Button>
        <Button size="s" kind="quiet">
          Dismiss
        </Button>
        <FileButton label="Choose file" accept=".xml" onFile={({ name }) => toast.success(name)} />
      </div>
      <div className={classes['row']}>
        <IconButton label="Announcements, 3 unread" icon="bell" count={3} />
        <IconButton label="Mark as favorite" icon="star" aria-pressed={false} />
        <IconButton label="Favorite" icon="star" filled aria-pressed />
        <IconButton label="Close" icon="close" size="s" />
        <MenuButton label="Actions" groups={groups} />
        <MenuButton label="Account menu" groups={groups}>
          Ada Lovelace
        </MenuButton>
        <Button size="s" onClick={() => toast.success('Your changes have been saved')}>
          Toast
        </Button>
        <Button size="s" onClick={() => toast.error('We couldn’t save your favorite. Try again.')}>
          Error toast
        </Button>
      </div>
    </div>
  )
}

/** Buttons and fields. */
export function KitFields() {
  const [term, setTerm] = useState('report')
  const [lastDay, setLastDay] = useState('2026-12-31')
  const [sort, setSort] = useState<(typeof sorts)[number]['value']>('favorites')
  const [only, setOnly] = useState(true)
  return (
    <>
      <Buttons />
      <div className={classes['group']}>
        <TextField label="First name" help="As it should appear in the header." defaultValue="Ada" />
        <TextField label="Email" error="That is not a valid email format" defaultValue="ada@" />
        <PasswordField label="Password" showLabel="Show password" hideLabel="Hide password" defaultValue="secret" />
        <TextField label="User ID" placeholder="first.last" />
        <DateField
          label="Last day"
          optionalMark="Optional"
          value={lastDay}
          onChange={({ currentTarget }) => setLastDay(currentTarget.value)}
        />
        <SearchField label="Search applications" clearLabel="Clear search" value={term} onChange={setTerm} />
        <div className={classes['row']}>
          <SegmentedControl label="Sort by" options={sorts} value={sort} onChange={setSort} />
          <SwitchField label="Favorites only" checked={only} onChange={setOnly} />
          <SwitchField
            label="Text messages"
            checked={!only}
            onChange={(on) => setOnly(!on)}
            help="Sent to your phone."
          />
        </div>
      </div>
    </>
  )
}
