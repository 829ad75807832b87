import { useState } from 'react'
import {
  listUndeliveredMails,
  resendMail,
  type UndeliveredMail,
  undeliveredMailStates,
} from '@portico/contract/mail/mail.ts'
import { adminMenuTexts } from '@portico/contract/texts/admin-menu-texts.ts'
import { mailDeliveryTexts } from '@portico/contract/mail/mail-delivery-texts.ts'
import { useSignedIn } from '../../api/session.ts'
import { formatMessage, type Texts, useTexts, texts } from '../../api/texts.ts'
import { AdminPage } from '../../patterns/AdminPage.tsx'
import { FilterBar } from '../../patterns/FilterBar.tsx'
import { useScreenList } from '../../patterns/screen-list.ts'
import { ListTable } from '../../patterns/ListTable.tsx'
import { useRowSelection } from '../../patterns/use-row-selection.ts'
import { useAction } from '../../patterns/use-action.ts'
import type { MenuEntry } from '../../ui/MenuButton.tsx'
import { DiscardMailModal } from './DiscardMailModal.tsx'
import { mailColumns } from './mail-columns.tsx'
import { undeliveredMailPages } from './mail-delivery-queries.ts'
import { useResendSelected } from './use-resend-selected.ts'
import { mailKindTexts } from '@portico/contract/mail/mail-kind-texts.ts'
import { currentLocale } from '../../ui/locale.ts'

/** Undelivered emails: why they failed, and what can be done. */
export function MailDeliveryPage() {
  const t = useTexts(mailDeliveryTexts)
  const { admin_mail_delivery: title } = useTexts(adminMenuTexts)
  const { uid } = useSignedIn()
  const { list, page } = useScreenList(undeliveredMailPages)
  const { selection, selected } = useRowSelection(page.rows, ({ mailId }) => mailId)
  const resendSelected = useResendSelected({ uid, t, mails: selected, onDone: selection.clear })
  const resendEntry = useResendEntry(uid, t)
  const [discarding, setDiscarding] = useState<UndeliveredMail | null>(null)
  const columns = mailColumns(t)
  return (
    <AdminPage title={title} subtitle={t.mail_delivery_subtitle}>
      <FilterBar
        list={list}
        fields={[
          { name: 'name', kind: 'search', label: t.mail_delivery_search },
          { name: 'kind', kind: 'choice', label: t.mail_delivery_kind, options: mailKindOptions() },
          {
            name: 'state',
            kind: 'choice',
            label: t.mail_delivery_state,
            options: undeliveredMailStates.map((value) => ({ value, label: t[`mail_delivery_state_${value}`] })),
          },
        ]}
        columns={columns.slice(1)}
      />
      <ListTable
        list={list}
        page={page}
        empty={{ title: t.mail_delivery_none, hint: t.mail_delivery_none_hint }}
        caption={title}
        columns={columns}
        rowKey={({ mailId }) => mailId}
        rowName={(mail) => formatMessage(t.mail_delivery_about, { kind: mail.kindTxt, address: mail.toAddress })}
        selection={selection}
        bulkActions={[resendSelected]}
        rowActions={(mail) => [
          {
            entries: [
              ...resendEntry(mail),
              {
                label: t.mail_delivery_give_up,
                icon: 'trash',
                tone: 'danger',
                onSelect: () => setDiscarding(mail),
              },
            ],
          },
        ]}
      />
      {discarding && <DiscardMailModal mail={discarding} onClose={() => setDiscarding(null)} />}
    </AdminPage>
  )
}

/** The menu entry that sends an email again; none while the portal retries by itself. */
function useResendEntry(uid: number, t: Texts<typeof mailDeliveryTexts>): (mail: UndeliveredMail) => MenuEntry[] {
  const resend = useAction(resendMail, { invalidate: [listUndeliveredMails] })
  return ({ mailId, stateCd, sendAgainFlg }) =>
    stateCd === 'failed'
      ? [
          {
            label: t.mail_delivery_send_again,
            icon: 'refresh',
            onSelect: () => void resend.run({ params: { uid, mailId } }),
            ...(sendAgainFlg ? {} : { disabledReason: t.mail_delivery_out_of_date }),
          },
        ]
      : []
}

const PREFIX = 'mail_kind_'

/** Every kind of email by its name, in the order of the reader's language; the value is its template. */
function mailKindOptions(): { value: string; label: string }[] {
  const names = texts(mailKindTexts)
  const options = Object.entries(names).map(([key, label]) => ({
    value: key.slice(PREFIX.length).replaceAll('_', '-'),
    label,
  }))
  return options.toSorted((a, b) => a.label.localeCompare(b.label, currentLocale()))
}
