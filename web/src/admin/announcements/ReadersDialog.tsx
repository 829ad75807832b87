import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type Announcement, readAnnouncementReaders } from '@portico/contract/announcement-admin.ts'
import { announcementAdminTexts } from '@portico/contract/texts/announcement-admin-texts.ts'
import { formatMessage } from '@portico/contract/texts/format-message.ts'
import { generalTexts } from '@portico/contract/texts/general-texts.ts'
import { query } from '../../api/query.ts'
import { useSignedIn } from '../../api/session.ts'
import { useTexts } from '../../api/texts.ts'
import { LoadedContent } from '../../patterns/LoadedContent.tsx'
import { TrendChart } from '../../patterns/TrendChart.tsx'
import { formatDay } from '../../ui/format.ts'
import { Modal } from '../../ui/Modal.tsx'
import { SelectField } from '../../ui/SelectField.tsx'
import { type Readers, readersByDay } from './readers-by-day.ts'
import classes from './ReadersDialog.module.css'

interface ReadersDialogProps {
  announcement: Announcement
  onClose: () => void
}

/** How many users have read an announcement, by client and over time: a picture with a table behind it. */
export function ReadersDialog({ announcement: { announcementId, titleText }, onClose }: ReadersDialogProps) {
  const t = useTexts(announcementAdminTexts)
  const { close } = useTexts(generalTexts)
  const { uid } = useSignedIn()
  const readers = useQuery(query(readAnnouncementReaders, { params: { uid, announcementId } }))
  return (
    <Modal
      opened
      size="l"
      title={formatMessage(t.readers_title, { title: titleText })}
      closeLabel={close}
      onClose={onClose}
    >
      <LoadedContent query={readers} failed={t.readers_failed}>
        {(data) => <ReadersView readers={data} />}
      </LoadedContent>
    </Modal>
  )
}

function ReadersView({ readers }: { readers: Readers }) {
  const t = useTexts(announcementAdminTexts)
  const [clientId, setClientId] = useState('')
  const chosen = readers.clients.find((client) => String(client.clientId) === clientId)
  const { reachCnt, readCnt } = chosen ?? readers
  const days = readersByDay(readers, chosen?.clientId)
  return (
    <div className={classes['view']}>
      {readers.clients.length > 1 && (
        <SelectField
          label={t.readers_client}
          value={clientId}
          onChange={({ currentTarget: { value } }) => setClientId(value)}
          options={[
            { value: '', label: t.readers_all_clients },
            ...readers.clients.map((client) => ({ value: String(client.clientId), label: client.clientNm })),
          ]}
        />
      )}
      <p role="status">{formatMessage(t.readers_count, { read: readCnt, count: reachCnt })}</p>
      {days.length > 0 && (
        <TrendChart
          label={formatMessage(t.readers_chart, {
            total: days.at(-1)?.total ?? 0,
            from: formatDay(days[0]?.day ?? ''),
            to: formatDay(days.at(-1)?.day ?? ''),
          })}
          days={days}
          max={reachCnt}
        />
      )}
      {days.length > 0 && (
        <details>
          <summary>{t.readers_by_day}</summary>
          <table className={classes['table']}>
            <thead>
              <tr>
                <th scope="col">{t.readers_day}</th>
                <th scope="col">{t.readers_new}</th>
                <th scope="col">{t.readers_total}</th>
              </tr>
            </thead>
            <tbody>
              {days.map(({ day, added, total }) => (
                <tr key={day}>
                  <th scope="row">{formatDay(day)}</th>
                  <td>{added}</td>
                  <td>{total}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </details>
      )}
      <ClientTable readers={readers} />
    </div>
  )
}

function ClientTable({ readers: { clients } }: { readers: Readers }) {
  const t = useTexts(announcementAdminTexts)
  return (
    <table className={classes['table']}>
      <caption>{t.readers_by_client}</caption>
      <thead>
        <tr>
          <th scope="col">{t.readers_client}</th>
          <th scope="col">{t.readers_read}</th>
          <th scope="col">{t.readers_of}</th>
        </tr>
      </thead>
      <tbody>
        {clients.map(({ clientId, clientNm, readCnt, reachCnt }) => (
          <tr key={clientId}>
            <th scope="row">{clientNm}</th>
            <td>{readCnt}</td>
            <td>{reachCnt}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
