import { VisuallyHidden } from '@mantine/core'
import { useRef, useState } from 'react'
import type { ContactList, SaveContacts } from '@portico/contract/clients/client-contacts.ts'
import { clientContactTexts } from '@portico/contract/clients/client-contact-texts.ts'
import { useSignedIn } from '../../api/session.ts'
import { formatMessage, useTexts } from '../../api/texts.ts'
import { Combobox } from '../../patterns/Combobox.tsx'
import { FormPanel } from '../../patterns/FormPanel.tsx'
import { useForm } from '../../patterns/use-form.ts'
import { useReview } from '../../patterns/use-review.tsx'
import { loadCandidates, reloadContacts } from './contact-queries.ts'
import {
  type ContactFields,
  contactFields,
  contactInWords,
  contactsChange,
  contactsForm,
  contactsInWords,
  mergeContacts,
  movedContacts,
} from './contacts-form.ts'
import { ContactRow } from './ContactRow.tsx'
import classes from './ClientContacts.module.css'

interface ContactsFormProps {
  title: string
  draftKey: string
  saved: ContactList
  save: (change: SaveContacts) => Promise<{ message: string }>
}

/** The staff members who represent a client, in the order in which its users see them. */
export function ContactsForm({ title, draftKey, saved, save }: ContactsFormProps) {
  const t = useTexts(clientContactTexts)
  const { uid } = useSignedIn()
  const { form, review } = useContactsForm({ draftKey, saved, save })
  const list = useRef<HTMLUListElement>(null)
  const [moved, setMoved] = useState('')
  const { contacts } = form.values
  const set = (next: readonly ContactFields[]) => form.set('contacts', [...next])
  /** Once the rows are rendered. */
  const focusIn = (userId: number, ...selectors: readonly string[]) =>
    requestAnimationFrame(() => {
      const row = list.current?.querySelector(`[data-user="${userId}"]`)
      selectors
        .map((selector) => row?.querySelector<HTMLElement>(selector))
        .find(Boolean)
        ?.focus()
    })
  const add = (contact: ContactFields) => {
    if (!contacts.some(({ userId }) => userId === contact.userId)) set([...contacts, contact])
    focusIn(contact.userId, 'input')
  }
  const move = (from: number, by: -1 | 1) => {
    const next = movedContacts(contacts, from, by)
    const { userId = 0, name = '' } = contacts[from] ?? {}
    set(next)
    setMoved(formatMessage(t.contacts_moved, { name, place: from + by + 1, count: next.length }))
    focusIn(userId, `[data-move="${by}"]`, '[data-move]')
  }
  return (
    <FormPanel title={title} form={form} submitLabel={t.contacts_save}>
      {contacts.length > 0 && (
        <ul ref={list} className={classes['rows']}>
          {contacts.map((contact, index) => (
            <ContactRow
              key={contact.userId}
              contact={contact}
              field={`contacts.${index}.role`}
              error={form.errorOf(`contacts.${index}.role` as 'contacts')}
              isFirst={index === 0}
              isLast={index === contacts.length - 1}
              onRole={(role) => set(contacts.map((one) => (one === contact ? { ...one, role } : one)))}
              onMove={(by) => move(index, by)}
              onRemove={() => set(contacts.filter((one) => one !== contact))}
            />
          ))}
        </ul>
      )}
      <VisuallyHidden role="status">{moved}</VisuallyHidden>
      <Combobox
        name="contacts"
        label={t.contacts_add}
        help={t.contacts_add_help}
        error={form.errorOf('contacts')}
        queryName="contact candidates"
        load={(text, offset, signal) => loadCandidates(uid, text, offset, signal)}
        selected={[]}
        onChange={([chosen]) => {
          if (chosen && 'contact' in chosen) add(chosen.contact as ContactFields)
        }}
      />
      {review.dialog}
    </FormPanel>
  )
}

function useContactsForm({ draftKey, saved, save }: Omit<ContactsFormProps, 'title'>) {
  const t = useTexts(clientContactTexts)
  const labels = { contacts: t.contacts_tab }
  const review = useReview({ confirmLabel: t.contacts_save, labels })
  const initial = contactFields(saved)
  const words = { order: t.contacts_order, noRole: t.contacts_no_role }
  const form = useForm({
    schema: contactsForm,
    initial,
    draftKey,
    labels,
    loadedVersion: saved.versionTxt,
    merge: mergeContacts,
    comparedAs: { fields: ({ contacts }) => contactsInWords(contacts, initial.contacts, words) },
    save: async ({ contacts }) => {
      await review.ask({ contacts: initial.contacts.map(contactInWords) }, { contacts: contacts.map(contactInWords) })
      return (await save(contactsChange(contacts, saved.versionTxt))).message
    },
    reload: reloadContacts,
  })
  return { form, review }
}
