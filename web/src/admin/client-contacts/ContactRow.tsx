import { clientContactTexts } from '@portico/contract/clients/client-contact-texts.ts'
import { formatMessage, useTexts } from '../../api/texts.ts'
import { Badge } from '../../ui/Badge.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import { TextField } from '../../ui/TextField.tsx'
import type { ContactFields } from './contacts-form.ts'
import classes from './ClientContacts.module.css'

interface ContactRowProps {
  contact: ContactFields
  /** Name of the field of the role. */
  field: string
  error: string | undefined
  isFirst: boolean
  isLast: boolean
  onRole: (role: string) => void
  onMove: (by: -1 | 1) => void
  onRemove: () => void
}

/** One contact with its role and its place in the list. */
export function ContactRow({ contact, field, error, isFirst, isLast, onRole, onMove, onRemove }: ContactRowProps) {
  const t = useTexts(clientContactTexts)
  const { name } = contact
  return (
    <li className={classes['row']} data-user={contact.userId}>
      <div className={classes['person']}>
        <span className={classes['name']}>{name}</span>
        <span className={classes['userName']}>{contact.userName}</span>
        {!contact.isActive && <Badge tone="warning">{t.contacts_inactive}</Badge>}
      </div>
      <TextField
        label={formatMessage(t.contacts_role_of, { name })}
        name={field}
        value={contact.role}
        error={error}
        autoComplete="off"
        onChange={({ currentTarget: { value } }) => onRole(value)}
      />
      <div className={classes['tools']}>
        {!isFirst && (
          <IconButton
            icon="chevronUp"
            label={formatMessage(t.contacts_up, { name })}
            data-move="-1"
            onClick={() => onMove(-1)}
          />
        )}
        {!isLast && (
          <IconButton
            icon="chevronDown"
            label={formatMessage(t.contacts_down, { name })}
            data-move="1"
            onClick={() => onMove(1)}
          />
        )}
        <IconButton icon="trash" label={formatMessage(t.contacts_remove, { name })} onClick={onRemove} />
      </div>
    </li>
  )
}
